#include "server/http/server.h"

#include <fmt/format.h>

#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <boost/test/unit_test.hpp>
#include <future>
#include <stdexcept>

#include "base/files.h"
#include "server/http/workers.h"
#include "tests/folder.h"
#include "tests/timeout.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(server)

namespace {

namespace net = boost::asio;
using namespace std::chrono_literals;
using Connection = std::shared_ptr<HttpConnection>;

const std::string kGet = "GET / HTTP/1.1\r\nHost: here\r\n\r\n";
const std::string kGetLast = "GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n";
const std::string kDropped = "this reader is too slow for the events\"}\n\n";

HttpAnswer text_answer(std::string body) {
  return {.type = "text/plain", .body = std::move(body)};
}

std::string text_of(HttpFault fault) {
  return fmt::format("fault {}.", static_cast<int>(fault));
}

int count_answers(const std::string& text) {
  int count = 0;
  for (std::size_t at = text.find("HTTP/1.1 "); at != text.npos; at = text.find("HTTP/1.1 ", at + 1)) ++count;
  return count;
}

// A server whose handler is a function.
class Scene : public HttpHandler {
 public:
  explicit Scene(std::function<void(const Connection&)> handle, HttpOptions options = {})
      : handle_(std::move(handle)), server_(std::make_unique<HttpServer>(std::move(options), *this)) {
    BOOST_REQUIRE(!server_->listen(net::ip::address_v4::loopback(), 0));
    server_->start();
  }

  HttpServer& server() { return *server_; }
  void destroy() { server_.reset(); }

  // Does something on the server's thread, and waits until it is done.
  template <class Task>
  void on_thread(Task task) {
    std::promise<void> done;
    server_->post([&] {
      task();
      done.set_value();
    });
    done.get_future().wait();
  }

 private:
  HttpAnswer refusal(HttpFault fault, std::uint64_t) const override {
    return {.status = 400, .type = "text/plain", .body = text_of(fault)};
  }
  void handle(const Connection& connection) override { handle_(connection); }

  std::function<void(const Connection&)> handle_;
  std::unique_ptr<HttpServer> server_;
};

void say_target(const Connection& connection) {
  connection->answer(
      std::make_shared<const HttpAnswer>(text_answer(std::string(target_of(connection->head())))));
}

void begin_stream(const Connection& connection) {
  HttpAnswer answer = text_answer("beginning.");
  answer.is_stream = true;
  connection->answer_last(std::move(answer));
}

class Client {
 public:
  explicit Client(Scene& scene) { socket_.connect(scene.server().endpoint()); }
  Client(Scene& scene, const std::string& text) : Client(scene) { send(text); }

  void send(const std::string& text) {
    boost::system::error_code ignored;  // The server may have had enough.
    net::write(socket_, net::buffer(text), ignored);
  }
  void send_no_more() { socket_.shutdown(net::ip::tcp::socket::shutdown_send); }
  // All up to this text, which must come.
  std::string read_until(const std::string& mark) {
    boost::system::error_code error;
    const std::size_t size = net::read_until(socket_, net::dynamic_buffer(unread_), mark, error);
    BOOST_REQUIRE_MESSAGE(!error, "no " + mark + " came, but: " + unread_);
    std::string text = unread_.substr(0, size);
    unread_.erase(0, size);
    return text;
  }
  // All until the server ends the connection.
  std::string read_all() {
    boost::system::error_code ignored;
    net::read(socket_, net::dynamic_buffer(unread_), ignored);
    return std::exchange(unread_, {});
  }

 private:
  net::io_context io_;
  net::ip::tcp::socket socket_{io_};
  std::string unread_;
};

// A body that notes what becomes of it.
class NotedBody : public HttpBody {
 public:
  struct Notes {
    std::string content;
    std::vector<int> statuses;
    std::promise<void> destroyed;
  };
  NotedBody(std::filesystem::path file, Notes& notes) : HttpBody(std::move(file)), notes_(notes) {}
  ~NotedBody() override { notes_.destroyed.set_value(); }

  void received(const Connection& connection) override {
    notes_.content = read_file(file()).value();
    connection->answer(std::make_shared<const HttpAnswer>(text_answer("received.")));
  }
  void answered(int status) override { notes_.statuses.push_back(status); }

 private:
  Notes& notes_;
};

// A server that keeps a body.
struct BodyScene {
  explicit BodyScene(HttpOptions options = {})
      : scene(
            [this](const Connection& connection) {
              connection->receive(std::make_unique<NotedBody>(folder / file, notes));
            },
            std::move(options)) {}

  Folder folder;
  std::string file = "body";
  NotedBody::Notes notes;
  Scene scene;
};

const std::string kPost = "POST / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n";

}  // namespace

BOOST_AUTO_TEST_CASE(requests_of_a_connection_are_answered_in_turn) {
  const Watchdog watchdog;
  Scene scene(say_target);
  Client client(scene, "GET /one HTTP/1.1\r\n\r\nGET /two HTTP/1.1\r\n\r\n");
  client.read_until("\r\n\r\n/one");
  client.read_until("\r\n\r\n/two");
  client.send("HEAD /three HTTP/1.1\r\n\r\n");
  BOOST_TEST(client.read_until("\r\n\r\n").find("Content-Length: 6\r\n") != std::string::npos);
  client.send(kGetLast);
  const std::string last = client.read_all();
  BOOST_TEST(last.starts_with("HTTP/1.1 200 OK\r\n"));
  BOOST_TEST(last.ends_with("\r\n\r\n/"));
}

BOOST_AUTO_TEST_CASE(malformed_request_is_refused_and_is_the_last) {
  const Watchdog watchdog;
  int handled = 0;
  Scene scene([&](const Connection& connection) {
    ++handled;
    say_target(connection);
  });
  const std::string long_header = "X: " + std::string(20'000, 'x') + "\r\n";
  const std::vector<std::pair<std::string, HttpFault>> cases = {
      {"nonsense\r\n\r\n", HttpFault::unreadable},
      {std::string("\0\xff\x16", 3) + "\r\n\r\n", HttpFault::unreadable},
      {"GET / HTTP/9.9\r\n\r\n", HttpFault::unreadable},
      {"GET / HTTP/1.1\r\n" + long_header + "\r\n", HttpFault::head_too_long},
      {"GET /" + std::string(20'000, 'x') + " HTTP/1.1\r\n\r\n", HttpFault::head_too_long},
      {"POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", HttpFault::body_too_long}};
  for (const auto& [text, fault] : cases) {
    const std::string told = Client(scene, text + kGet).read_all();
    BOOST_TEST(told.ends_with("\r\n\r\n" + text_of(fault)), told);
    BOOST_TEST(told.find("\r\nConnection: close\r\n") != std::string::npos);
    BOOST_TEST(count_answers(told) == 1);
  }
  BOOST_TEST(handled == 0);
  BOOST_TEST(Client(scene, kGetLast).read_all().ends_with("/"));
}

BOOST_AUTO_TEST_CASE(client_that_leaves_or_says_nothing_gets_no_answer) {
  const Watchdog watchdog;
  Scene scene(say_target, {.head_time = 50ms});
  Client leaves(scene, "GET / HT");
  leaves.send_no_more();
  BOOST_TEST(leaves.read_all() == "");
  BOOST_TEST(Client(scene, "GET / HT").read_all() == "");
  BOOST_TEST(Client(scene).read_all() == "");
}

// Bytes that nobody read would reset the connection, and the answer would be lost.
BOOST_AUTO_TEST_CASE(last_answer_arrives_although_more_was_sent) {
  const Watchdog watchdog;
  Scene scene([](const Connection& connection) {
    connection->answer_last(text_answer(connection->has_body() ? "no more." : "no body."));
  });
  Client client(scene, "POST / HTTP/1.1\r\nContent-Length: 30000\r\n\r\n" + std::string(30'000, 'x'));
  client.send_no_more();
  BOOST_TEST(client.read_all().ends_with("no more."));
}

BOOST_AUTO_TEST_CASE(handler_may_answer_later_from_another_thread) {
  const Watchdog watchdog;
  HttpServer* server = nullptr;
  Workers<int> workers;
  Scene scene([&](const Connection& connection) {
    workers.give([&server, connection](int& count) mutable {
      server->post([connection = std::move(connection), count = ++count] {
        connection->answer(std::make_shared<const HttpAnswer>(text_answer(fmt::format("call {}.", count))));
      });
    });
  });
  server = &scene.server();
  workers.start(0);
  Client client(scene, kGet);
  client.read_until("call 1.");
  client.send(kGet);
  client.read_until("call 2.");
  scene.server().stop();
}

BOOST_AUTO_TEST_CASE(known_etag_is_answered_without_the_body) {
  const Watchdog watchdog;
  Scene scene([](const Connection& connection) {
    HttpAnswer answer = text_answer("body.");
    answer.etag = "\"a\"";
    connection->answer(std::make_shared<const HttpAnswer>(std::move(answer)));
  });
  Client client(scene, "GET / HTTP/1.1\r\nIf-None-Match: \"a\"\r\nConnection: close\r\n\r\n");
  const std::string told = client.read_all();
  BOOST_TEST(told.starts_with("HTTP/1.1 304 "));
  BOOST_TEST(told.ends_with("\r\n\r\n"));
  BOOST_TEST(Client(scene, kGetLast).read_all().ends_with("body."));
}

BOOST_AUTO_TEST_CASE(answer_is_written_in_pieces_whatever_their_size) {
  const Watchdog watchdog;
  const std::string body(200'000, 'x');
  for (const std::size_t piece : {std::size_t{7'001}, std::size_t{64} << 10, std::size_t{1} << 20}) {
    Scene scene([&](const Connection& connection) { connection->answer_last(text_answer(body)); },
                {.write_bytes = piece});
    const std::string told = Client(scene, kGet).read_all();
    BOOST_TEST((told.substr(told.find("\r\n\r\n") + 4) == body), piece);
  }
}

BOOST_AUTO_TEST_CASE(exception_of_a_handler_ends_only_its_connection) {
  const Watchdog watchdog;
  Scene scene([](const Connection& connection) {
    if (target_of(connection->head()) == "/throw") throw std::runtime_error("no memory");
    say_target(connection);
  });
  Client other(scene, kGet);
  other.read_until("\r\n\r\n/");
  BOOST_TEST(Client(scene, "GET /throw HTTP/1.1\r\n\r\n").read_all() == "");
  other.send(kGetLast);
  BOOST_TEST(other.read_all().ends_with("/"));
}

BOOST_AUTO_TEST_CASE(connections_are_limited) {
  const Watchdog watchdog;
  Scene scene(say_target, {.max_connections = 1});
  {
    Client first(scene, kGet);
    first.read_until("\r\n\r\n/");
    BOOST_TEST(Client(scene, kGet).read_all() == "");
  }
  BOOST_TEST(succeeds_in_time([&] { return Client(scene, kGetLast).read_all() != ""; }));
}

BOOST_AUTO_TEST_CASE(network_of_an_address_is_counted) {
  const auto counted = [](const char* address) { return counted_address(net::ip::make_address(address)); };
  BOOST_TEST(counted("192.0.2.1") == "192.0.2.1");
  BOOST_TEST(counted("::ffff:192.0.2.1") == "::ffff:192.0.2.1");
  BOOST_TEST(counted("2001:db8:1:2:3:4:5:6") == "2001:db8:1:2::");
}

// ---- Bodies ------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(body_is_invited_and_kept_in_its_file) {
  const Watchdog watchdog;
  BodyScene scene;
  Client client(scene.scene, kPost + "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n");
  client.read_until("100 Continue\r\n\r\n");
  client.send("he");
  client.send("llo");
  BOOST_TEST(client.read_all().ends_with("received."));
  BOOST_TEST(scene.notes.content == "hello");
  BOOST_TEST(scene.notes.statuses == std::vector{200}, boost::test_tools::per_element());
  scene.notes.destroyed.get_future().wait();
}

BOOST_AUTO_TEST_CASE(body_in_chunks_ends_at_the_same_limit) {
  const Watchdog watchdog;
  const std::string head = kPost + "Transfer-Encoding: chunked\r\n\r\n", chunk = "8\r\n12345678\r\n";
  {
    BodyScene scene({.max_body_bytes = 8});
    BOOST_TEST(Client(scene.scene, head + chunk + "0\r\n\r\n").read_all().ends_with("received."));
    BOOST_TEST(scene.notes.content == "12345678");
  }
  BodyScene scene({.max_body_bytes = 8});
  const std::string told = Client(scene.scene, head + chunk + chunk).read_all();
  BOOST_TEST(told.ends_with(text_of(HttpFault::body_too_long)));
  BOOST_TEST(scene.notes.statuses == std::vector{400}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(damaged_body_is_refused) {
  const Watchdog watchdog;
  BodyScene scene;
  const std::string told =
      Client(scene.scene, kPost + "Transfer-Encoding: chunked\r\n\r\nno number\r\n").read_all();
  BOOST_TEST(told.ends_with(text_of(HttpFault::body_unreadable)), told);
}

BOOST_AUTO_TEST_CASE(body_without_a_place_is_refused) {
  const Watchdog watchdog;
  BodyScene scene;
  scene.file = "nowhere/body";
  const std::string told = Client(scene.scene, kPost + "Content-Length: 5\r\n\r\nhello").read_all();
  BOOST_TEST(told.ends_with(text_of(HttpFault::body_not_kept)));
}

BOOST_AUTO_TEST_CASE(body_of_a_slow_client_is_refused) {
  const Watchdog watchdog;
  // On a busy machine, the head may be too slow, too.
  BOOST_TEST(succeeds_in_time([] {
    BodyScene scene({.head_time = 100ms});
    Client client(scene.scene, kPost + "Content-Length: 1000\r\n\r\nx");
    return client.read_all().ends_with(text_of(HttpFault::body_too_slow));
  }));
}

BOOST_AUTO_TEST_CASE(body_of_a_client_that_leaves_is_dropped_without_an_answer) {
  const Watchdog watchdog;
  BodyScene scene;
  {
    Client client(scene.scene, kPost + "Expect: 100-continue\r\nContent-Length: 1000\r\n\r\n");
    client.read_until("100 Continue\r\n\r\n");
    client.send("x");
  }
  scene.notes.destroyed.get_future().wait();
  BOOST_TEST(scene.notes.statuses.empty());
}

BOOST_AUTO_TEST_CASE(server_ends_in_the_middle_of_a_body) {
  const Watchdog watchdog;
  BodyScene scene;
  Client client(scene.scene, kPost + "Expect: 100-continue\r\nContent-Length: 1000\r\n\r\n");
  client.read_until("100 Continue\r\n\r\n");
  scene.scene.destroy();
  BOOST_TEST(client.read_all() == "");
  scene.notes.destroyed.get_future().wait();
  BOOST_TEST(scene.notes.statuses.empty());
}

// ---- Streams -----------------------------------------------------------------

BOOST_AUTO_TEST_CASE(followers_get_all_events_and_the_end) {
  const Watchdog watchdog;
  Scene scene(begin_stream);
  Client one(scene, kGet), other(scene, kGet);
  const std::string head = one.read_until("\r\n\r\nbeginning.");
  BOOST_TEST(head.find("Content-Length") == std::string::npos);
  other.read_until("beginning.");
  BOOST_TEST(scene.server().followers() == 2);
  std::string all;
  scene.on_thread([&] {
    for (int i = 0; i < 1000; ++i) {
      all += fmt::format("event {}.", i);
      scene.server().publish(fmt::format("event {}.", i));
    }
    scene.server().end_stream();
    scene.server().publish("too late.");
  });
  BOOST_TEST(one.read_all() == all);
  BOOST_TEST(other.read_all() == all);
  // Who comes later gets the beginning, which has the end in it.
  BOOST_TEST(Client(scene, kGet).read_all().ends_with("beginning."));
  BOOST_TEST(comes_true([&] { return scene.server().followers() == 0; }));
}

BOOST_AUTO_TEST_CASE(followers_are_limited_and_head_follows_nothing) {
  const Watchdog watchdog;
  Scene scene(begin_stream, {.max_followers = 1});
  BOOST_TEST(Client(scene, "HEAD / HTTP/1.1\r\n\r\n").read_all().ends_with("\r\n\r\n"));
  BOOST_TEST(scene.server().followers() == 0);
  {
    Client first(scene, kGet);
    first.read_until("beginning.");
    BOOST_TEST(Client(scene, kGet).read_all().ends_with(text_of(HttpFault::too_many_followers)));
  }
  // It has gone, which the server notices by itself.
  BOOST_TEST(comes_true([&] { return scene.server().followers() == 0; }));
  Client next(scene, kGet);
  next.read_until("beginning.");
}

BOOST_AUTO_TEST_CASE(follower_that_is_far_behind_is_told_and_dropped) {
  const Watchdog watchdog;
  Scene scene(begin_stream);
  Client client(scene, kGet);
  client.read_until("beginning.");
  // While this runs, nothing is written, so the client is behind however fast it reads.
  scene.on_thread([&] {
    for (int i = 0; i < 20; ++i) scene.server().publish(std::string(64 << 10, 'x'));
    scene.server().publish("too late.");
    scene.server().end_stream();
  });
  const std::string told = client.read_all();
  BOOST_TEST((told.ends_with(kDropped)));
  BOOST_TEST((told.find("too late.") == std::string::npos));
  BOOST_TEST(comes_true([&] { return scene.server().followers() == 0; }));
}

BOOST_AUTO_TEST_CASE(server_ends_while_a_feed_is_open) {
  const Watchdog watchdog;
  Scene scene(begin_stream);
  Client idle(scene, kGet), behind(scene, kGet);
  idle.read_until("beginning.");
  behind.read_until("beginning.");
  scene.on_thread([&] { scene.server().publish(std::string(8 << 20, 'x')); });
  idle.read_until("xxxx");
  scene.destroy();  // One of them has much to be written yet.
  idle.read_all();
  behind.read_all();
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
