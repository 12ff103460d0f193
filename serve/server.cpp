#include "serve/server.h"

#include <fmt/format.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <filesystem>
#include <map>
#include <set>
#include <thread>

#include "base/temporary_folder.h"
#include "live/site.h"
#include "serve/connection.h"
#include "serve/rate_limit.h"
#include "serve/workers.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;
namespace net = boost::asio;
using boost::system::error_code;
using net::ip::tcp;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr int kReaders = 2;  // Threads that read the league.
// Threads that take submissions in. An author has one submission at a time, so that one who sends what takes
// long to unpack leaves the other thread to others, and those who wait take turns.
constexpr int kTakers = 2;
constexpr std::size_t kMaxConnections = 4000;
constexpr int kMaxOfOneAddress = 64;  // Connections; this machine may have all.
constexpr int kMaxBodies = 32;        // One for each author.
// For each author: how many refused archives may come at once, and the seconds between later ones.
constexpr double kRefusedAtOnce = 10, kRefusedPause = 30;
constexpr double kBurst = 4;  // Seconds of the rate that may come at once.
constexpr std::size_t kMaxKept = 512, kMaxKeptBytes = 32 << 20;
constexpr milliseconds kFresh{250};  // For so long the league is not asked if it has changed.
constexpr milliseconds kAcceptPause{100};

}  // namespace

class LeagueServer::Core : public ServeHub {
 public:
  Core(const ServeOptions& options, TemporaryFolder folder, std::uint64_t most_body_bytes)
      : options_(options),
        folder_(std::move(folder)),
        most_body_bytes_(most_body_bytes),
        rate_(options.rate, kBurst * options.rate),
        refused_(1 / kRefusedPause, kRefusedAtOnce) {}

  ~Core() override {
    io_.stop();
    if (thread_.joinable()) thread_.join();
  }

  Result<void> listen() {
    error_code error;
    const auto address = net::ip::make_address(options_.host, error);
    if (error) {
      return Error{
          fmt::format("--host {}: this is no address; give one such as 127.0.0.1 or 0.0.0.0", options_.host)};
    }
    is_loopback_ = address.is_loopback();
    const tcp::endpoint endpoint(address, static_cast<std::uint16_t>(options_.port));
    acceptor_.open(endpoint.protocol(), error);
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(tcp::acceptor::max_listen_connections, error);
    if (error) {
      return Error{fmt::format("port {} of {} cannot be served: {}; choose another one with --port",
                               options_.port, options_.host, error.message())};
    }
    return success();
  }

  void start(LeagueApi api, bool is_for_submissions) {
    (is_for_submissions ? takers_ : readers_).start(std::move(api));
  }

  void run() {
    accept();
    thread_ = std::thread([this] {
      while (true) {
        try {
          io_.run();
          return;
        } catch (const std::exception&) {  // A request that cannot be answered ends no other one.
          continue;
        }
      }
    });
  }

  std::string address() const {
    const auto endpoint = acceptor_.local_endpoint();
    const std::string host = endpoint.address().to_string();
    const bool is_v6 = endpoint.address().is_v6();
    return fmt::format("http://{}{}{}:{}/", is_v6 ? "[" : "", host, is_v6 ? "]" : "", endpoint.port());
  }

  // ---- What connections ask ----

  std::chrono::seconds patience() const override { return options_.patience; }
  std::uint64_t most_body_bytes() const override { return most_body_bytes_; }
  bool is_behind_proxy() const override { return options_.is_behind_proxy; }
  bool is_host_good(std::string_view host) const override {
    return !is_loopback_ || options_.is_behind_proxy || is_this_machine(host);
  }
  bool may_ask(const std::string& address) override {
    error_code error;  // What a proxy says may be no address.
    const auto parsed = net::ip::make_address(address, error);
    return rate_.take(error ? address : counted_address(parsed), steady_clock::now());
  }

  void answer(const WebRequest& request, const std::string& target, Reply reply) override {
    const bool is_public = !request.is_post && !request.token;
    std::optional<KeptAnswer> kept;
    if (is_public) {
      const auto found = kept_.find(target);
      if (found != kept_.end()) kept = found->second;
      if (kept && steady_clock::now() - kept->checked < kFresh) return reply(kept->answer);
    }
    // The reply holds the connection, which ends on the server's thread and on no other one.
    auto task = [this, request, target, kept, is_public, reply](LeagueApi& api) mutable {
      // What was read before the answer was computed cannot be newer than the answer.
      const auto stamp = is_public ? api.stamp() : Result<LeagueStamp>(LeagueStamp{});
      const bool is_same = kept && stamp && stamp.value() == kept->stamp;
      const SharedAnswer answered = is_same ? kept->answer : answer_of(api, request);
      const bool may_keep = is_public && stamp && !answered->etag.empty();
      net::post(io_, [this, target, answered, may_keep, stamp, reply = std::move(reply)] {
        if (answered->has_changed) forget_all();
        if (may_keep) keep(target, {answered, stamp.value(), steady_clock::now()});
        reply(answered);
      });
    };
    Workers& workers = is_submission(request) ? takers_ : readers_;
    if (!workers.give(std::move(task))) reply(busy());
  }

  void admit_body(const WebRequest& request, Admission admission) override {
    auto task = [this, request, admission](LeagueApi& api) mutable {
      std::optional<WebAnswer> refusal = api.refusal_of(request, TokenScope::submit);
      std::string author;
      if (!refusal) {
        const auto token = api.author_of(request, TokenScope::submit);
        if (token && token.value()) author = token.value()->author;
        if (author.empty()) refusal = web_refusal(500, "The league cannot answer this now.");
      }
      net::post(io_, [this, refusal, author, admission = std::move(admission)] {
        if (refusal) return admission(std::make_shared<const WebAnswer>(*refusal), nullptr);
        admit(author, admission);
      });
    };
    if (!readers_.give(std::move(task))) admission(busy(), nullptr);
  }

  void left(const std::string& address) override {
    --connections_;
    const auto found = of_address_.find(address);
    if (found != of_address_.end() && --found->second == 0) of_address_.erase(found);
  }

 private:
  struct KeptAnswer {
    SharedAnswer answer;
    LeagueStamp stamp;
    steady_clock::time_point checked;
  };

  static SharedAnswer busy() {
    return std::make_shared<const WebAnswer>(web_refusal(503, "Too many requests wait; try again."));
  }

  // An answer that cannot be had, such as for want of memory, ends no thread.
  static SharedAnswer answer_of(LeagueApi& api, const WebRequest& request) {
    try {
      return std::make_shared<const WebAnswer>(api.answer(request));
    } catch (const std::exception&) {
      return std::make_shared<const WebAnswer>(web_refusal(500, "The league cannot answer this now."));
    }
  }

  void admit(const std::string& author, const Admission& admission) {
    const auto refuse = [&](int status, std::string_view what, int retry_after = 1) {
      WebAnswer answer = web_refusal(status, what);
      answer.retry_after = retry_after;
      admission(std::make_shared<const WebAnswer>(std::move(answer)), nullptr);
    };
    if (authors_of_bodies_.contains(author))
      return refuse(
          429, "Another bot of yours is being submitted now; wait for its answer, then submit the next.");
    if (authors_of_bodies_.size() >= kMaxBodies)
      return refuse(503, "Too many bots are being submitted; try again in a moment.");
    if (!refused_.take(author, steady_clock::now())) {
      return refuse(
          429,
          fmt::format("Too many of your submissions came to nothing; read why, and try again in {} s.",
                      kRefusedPause),
          static_cast<int>(kRefusedPause));
    }
    authors_of_bodies_.insert(author);
    const std::shared_ptr<BodyPlace> place(
        new BodyPlace{folder_.path() / fmt::format("{}", ++last_body_), author}, [this](BodyPlace* left) {
          std::error_code ignored;
          fs::remove(left->file, ignored);
          if (!left->came_to_nothing) refused_.give_back(left->author);
          authors_of_bodies_.erase(left->author);
          delete left;
        });
    admission(nullptr, place);
  }

  void accept() {
    acceptor_.async_accept([this](error_code error, tcp::socket socket) {
      if (error) return pause();
      greet(std::move(socket));
      accept();
    });
  }

  void greet(tcp::socket socket) {
    error_code error;
    const auto endpoint = socket.remote_endpoint(error);
    if (error) return;
    const std::string address = counted_address(endpoint.address());
    const bool is_free = endpoint.address().is_loopback() || options_.is_behind_proxy;
    const auto found = of_address_.find(address);
    const int there = found == of_address_.end() ? 0 : found->second;
    if (connections_ >= kMaxConnections || (!is_free && there >= kMaxOfOneAddress)) return;
    socket.set_option(tcp::no_delay(true), error);
    ++connections_;
    ++of_address_[address];
    std::make_shared<ServeConnection>(std::move(socket), address, *this)->read_request();
  }

  // Whoever has one address of version 6 has all of its network.
  static std::string counted_address(const net::ip::address& address) {
    if (address.is_v4()) return address.to_string();
    auto bytes = address.to_v6().to_bytes();
    std::fill(bytes.begin() + 8, bytes.end(), static_cast<unsigned char>(0));
    return address.to_v6().is_v4_mapped() ? address.to_string() : net::ip::address_v6(bytes).to_string();
  }

  // Waits before it accepts again, such as when there is no descriptor left.
  void pause() {
    pause_.expires_after(kAcceptPause);
    pause_.async_wait([this](error_code error) {
      if (!error) accept();
    });
  }

  void keep(const std::string& target, KeptAnswer answer) {
    const auto found = kept_.find(target);
    if (found != kept_.end()) kept_bytes_ -= found->second.answer->body.size();
    if (kept_.size() >= kMaxKept || kept_bytes_ + answer.answer->body.size() > kMaxKeptBytes) forget_all();
    kept_bytes_ += answer.answer->body.size();
    kept_.insert_or_assign(target, std::move(answer));
  }

  void forget_all() {
    kept_.clear();
    kept_bytes_ = 0;
  }

  const ServeOptions options_;
  const TemporaryFolder folder_;
  const std::uint64_t most_body_bytes_;
  bool is_loopback_ = true;
  // These outlive the connections, as the handlers that hold them are in io_ and in the workers' tasks.
  std::set<std::string> authors_of_bodies_;  // Of those that arrive, or are taken in.
  std::uint64_t last_body_ = 0;
  std::size_t connections_ = 0;
  std::map<std::string, int> of_address_;
  RateLimit rate_, refused_;
  std::map<std::string, KeptAnswer> kept_;
  std::size_t kept_bytes_ = 0;
  net::io_context io_{1};
  tcp::acceptor acceptor_{io_};
  net::steady_timer pause_{io_};
  std::thread thread_;
  Workers readers_, takers_;
};

Result<LeagueServer> LeagueServer::open(const ServeOptions& options, const OpenStore& open_store) {
  TOPTILE_TRY(auto folder, TemporaryFolder::make());
  TOPTILE_TRY(auto first, open_store());
  auto core =
      std::make_unique<Core>(options, std::move(folder), bytes_of_mb(first.terms().submissions.packed_mb));
  TOPTILE_TRY_TO(core->listen());
  const auto site = std::make_shared<SharedSite>();
  core->start(LeagueApi(std::move(first), site), true);
  for (int i = 1; i < kTakers + kReaders; ++i) {
    TOPTILE_TRY(auto store, open_store());
    core->start(LeagueApi(std::move(store), site), i < kTakers);
  }
  core->run();
  return LeagueServer(std::move(core));
}

LeagueServer::LeagueServer(std::unique_ptr<Core> core) : core_(std::move(core)) {}
LeagueServer::LeagueServer(LeagueServer&&) noexcept = default;
LeagueServer::~LeagueServer() = default;

std::string LeagueServer::address() const {
  return core_->address();
}

}  // namespace toptile
