#include "cli/live_server.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <deque>
#include <set>
#include <thread>

namespace toptile {

namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;
using net::ip::tcp;
using std::chrono::seconds;

constexpr std::size_t kMostConnections = 64, kMostFollowers = 24;
constexpr std::uint32_t kMostHeaderBytes = 8 << 10;
constexpr std::size_t kMostQueuedBytes = 512 << 10;  // Events that a follower has not taken.
constexpr std::size_t kMostDrained = 64 << 10;       // Read and thrown away behind a request.
constexpr int kSendBuffer = 64 << 10;
constexpr seconds kRequestTime{10}, kAnswerTime{30}, kEventTime{20}, kDrainTime{2}, kHeartbeat{15};
constexpr std::chrono::milliseconds kAcceptPause{100};
constexpr int kNice = 10;

using Text = std::shared_ptr<const std::string>;

Text text_of(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

const std::string kDropped =
    "event: dropped\ndata: {\"event\":\"dropped\",\"text\":\"this reader is too slow for the events\"}\n\n";

std::optional<std::string> header(const http::request<http::empty_body>& request, http::field field) {
  const auto found = request.find(field);
  return found == request.end() ? std::nullopt : std::optional(std::string(found->value()));
}

std::optional<std::string> header(const http::request<http::empty_body>& request, beast::string_view field) {
  const auto found = request.find(field);
  return found == request.end() ? std::nullopt : std::optional(std::string(found->value()));
}

// What all connections share.
struct Hub {
  LiveServer::Answer answer;
  std::size_t connections = 0;
  std::set<class Connection*> followers;
  std::atomic<int> follower_count{0};
  bool is_over = false;
};

// One request, its answer, and where that is a stream, the events; all on the server's thread. Whatever
// fails, and whatever takes too long, ends it.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, Hub& hub) : stream_(std::move(socket)), hub_(hub) { ++hub_.connections; }
  ~Connection() { --hub_.connections; }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void start() {
    parser_.header_limit(kMostHeaderBytes);
    stream_.expires_after(kRequestTime);
    http::async_read_header(
        stream_, buffer_, parser_,
        [self = shared_from_this()](error_code error, std::size_t) { self->take_request(error); });
  }

  void send(const Text& event) {
    if (is_ending_) return;
    if (queued_bytes_ + event->size() > kMostQueuedBytes) {
      while (queue_.size() > 1) queue_.pop_back();  // The first is being written.
      queue_.push_back(text_of(kDropped));
      is_ending_ = true;
      if (queue_.size() == 1) write_first();
      return;
    }
    queue_.push_back(event);
    queued_bytes_ += event->size();
    if (queue_.size() == 1) write_first();
  }

  // When what is queued is sent.
  void end() {
    is_ending_ = true;
    if (queue_.empty()) close();
  }

  void close() {
    forget();
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_both, ignored);
    stream_.close();
  }

 private:
  void take_request(error_code error) {
    if (error == http::error::header_limit || error == http::error::buffer_overflow)
      return answer(live_refusal(431, "The request is too long."), true);
    if (error && error.category() != make_error_code(http::error::bad_method).category()) return close();
    if (error == http::error::end_of_stream || error == http::error::partial_message) return close();
    if (error) return answer(live_refusal(400, "This is no request that can be read."), true);
    const http::request<http::empty_body>& request = parser_.get();
    LiveAnswer answered =
        hub_.answer({std::string(request.method_string()), std::string(request.target()),
                     header(request, http::field::host), header(request, http::field::origin),
                     header(request, "Last-Event-ID")});
    if (answered.is_stream && hub_.followers.size() >= kMostFollowers)
      answered = live_refusal(503, "Too many pages follow this tournament already.");
    answer(std::move(answered), request.method() != http::verb::head);
  }

  void answer(LiveAnswer answered, bool has_body) {
    const bool is_stream = answered.is_stream && has_body;
    queue_.push_back(text_of(head_of(answered) + (has_body ? answered.body : "")));
    if (is_stream) {
      if (hub_.is_over) is_ending_ = true;
      hub_.followers.insert(this);
      hub_.follower_count = static_cast<int>(hub_.followers.size());
      is_follower_ = true;
      stream_.expires_never();  // For reading; each event has a time of its own.
      watch_for_the_end();
    }
    write_first();
  }

  void write_first() {
    stream_.expires_after(is_follower_ ? kEventTime : kAnswerTime);
    net::async_write(stream_, net::buffer(*queue_.front()),
                     [self = shared_from_this()](error_code error, std::size_t) { self->written(error); });
  }

  void written(error_code error) {
    if (error) return close();
    if (!is_follower_) return drain();
    queued_bytes_ -= std::min(queued_bytes_, queue_.front()->size());
    queue_.pop_front();
    if (!queue_.empty()) return write_first();
    if (is_ending_) close();
  }

  // A follower says nothing more; what is read is that it has gone.
  void watch_for_the_end() {
    stream_.async_read_some(net::buffer(spare_), [self = shared_from_this()](error_code error, std::size_t) {
      if (error) return self->close();
      self->watch_for_the_end();
    });
  }

  // A connection that is closed with bytes unread is reset, and the answer may be lost with it.
  void drain() {
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    stream_.expires_after(kDrainTime);
    drain_more();
  }

  void drain_more() {
    stream_.async_read_some(net::buffer(spare_),
                            [self = shared_from_this()](error_code error, std::size_t count) {
                              self->drained_ += count;
                              if (error || self->drained_ > kMostDrained) return self->close();
                              self->drain_more();
                            });
  }

  void forget() {
    if (!is_follower_) return;
    hub_.followers.erase(this);
    hub_.follower_count = static_cast<int>(hub_.followers.size());
  }

  beast::tcp_stream stream_;
  Hub& hub_;
  beast::flat_buffer buffer_{2 * kMostHeaderBytes};
  http::request_parser<http::empty_body> parser_;
  std::array<char, 4096> spare_{};
  std::size_t drained_ = 0;
  std::deque<Text> queue_;  // The first is being written.
  std::size_t queued_bytes_ = 0;
  bool is_follower_ = false, is_ending_ = false;
};

}  // namespace

class LiveServer::Core {
 public:
  explicit Core(Answer answer) { hub_.answer = std::move(answer); }

  ~Core() {
    io_.stop();
    if (thread_.joinable()) thread_.join();
  }

  error_code listen(int port) {
    error_code error;
    const tcp::endpoint endpoint(net::ip::address_v4::loopback(), static_cast<std::uint16_t>(port));
    tcp::acceptor acceptor(io_);
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(tcp::acceptor::max_listen_connections, error);
    if (!error) {
      port_ = acceptor.local_endpoint().port();
      acceptors_.push_back(std::move(acceptor));
    }
    return error;
  }

  // A browser may take "localhost" for that; where there is no such address, or it is taken, it asks the
  // other.
  void listen_at_version_6() {
    error_code error;
    const tcp::endpoint endpoint(net::ip::address_v6::loopback(), static_cast<std::uint16_t>(port_));
    tcp::acceptor acceptor(io_);
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(net::ip::v6_only(true), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(tcp::acceptor::max_listen_connections, error);
    if (!error) acceptors_.push_back(std::move(acceptor));
  }

  void start() {
    for (tcp::acceptor& acceptor : acceptors_) accept(acceptor);
    beat();
    thread_ = std::thread([this] {
      ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNice);  // Of this thread alone.
      run();
    });
  }

  // What cannot be answered, as for want of memory, is no reason to end the games.
  void run() {
    while (true) {
      try {
        io_.run();
        return;
      } catch (const std::exception&) {
        continue;
      }
    }
  }

  int port() const { return port_; }
  int followers() const { return hub_.follower_count; }

  void tell(std::function<std::vector<std::string>()> task, bool is_last) {
    net::post(io_, [this, task = std::move(task), is_last] {
      for (std::string& text : task()) send(text_of(std::move(text)));
      if (!is_last) return;
      hub_.is_over = true;
      for (Connection* follower : std::vector(hub_.followers.begin(), hub_.followers.end())) follower->end();
    });
  }

 private:
  void accept(tcp::acceptor& acceptor) {
    acceptor.async_accept([this, &acceptor](error_code error, tcp::socket socket) {
      if (error) return pause(acceptor);
      if (hub_.connections < kMostConnections) {
        error_code ignored;
        socket.set_option(net::socket_base::send_buffer_size(kSendBuffer), ignored);
        std::make_shared<Connection>(std::move(socket), hub_)->start();
      }
      accept(acceptor);
    });
  }

  // As when there is no descriptor left.
  void pause(tcp::acceptor& acceptor) {
    auto timer = std::make_shared<net::steady_timer>(io_, kAcceptPause);
    timer->async_wait([this, timer, &acceptor](error_code error) {
      if (!error) accept(acceptor);
    });
  }

  void send(const Text& text) {
    for (Connection* follower : std::vector(hub_.followers.begin(), hub_.followers.end()))
      follower->send(text);
  }

  // A comment, so that a reader that is gone is found, and one that is there knows that we are.
  void beat() {
    heartbeat_.expires_after(kHeartbeat);
    heartbeat_.async_wait([this](error_code error) {
      if (error) return;
      send(text_of(":\n\n"));
      beat();
    });
  }

  // Connections, which handlers of io_ hold, are gone before it.
  Hub hub_;
  net::io_context io_{1};
  net::steady_timer heartbeat_{io_};
  std::deque<tcp::acceptor> acceptors_;
  int port_ = 0;
  std::thread thread_;
};

Result<LiveServer> LiveServer::open(std::optional<int> port, Answer answer) {
  auto core = std::make_unique<Core>(std::move(answer));
  error_code error = core->listen(port.value_or(kLivePort));
  if (error && !port) error = core->listen(0);
  if (error)
    return Error{fmt::format("--live: port {} of 127.0.0.1 cannot be served: {}; choose another: --live=PORT",
                             port.value_or(0), error.message())};
  core->listen_at_version_6();
  core->start();
  return LiveServer(std::move(core));
}

LiveServer::LiveServer(std::unique_ptr<Core> core) : core_(std::move(core)) {}
LiveServer::LiveServer(LiveServer&&) noexcept = default;
LiveServer::~LiveServer() = default;

int LiveServer::port() const {
  return core_->port();
}

std::string LiveServer::address() const {
  return fmt::format("http://127.0.0.1:{}/", port());
}

void LiveServer::tell(std::function<std::vector<std::string>()> task) {
  core_->tell(std::move(task), false);
}

void LiveServer::end(std::function<std::vector<std::string>()> task) {
  core_->tell(std::move(task), true);
}

int LiveServer::followers() const {
  return core_->followers();
}

}  // namespace toptile
