#include "server/league/league_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/temporary_folder.h"
#include "server/http/rate_limit.h"
#include "server/http/server.h"
#include "server/http/workers.h"
#include "server/league/league_api.h"
#include "server/league/work_calls.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;
namespace net = boost::asio;
using boost::system::error_code;
using std::chrono::milliseconds;
using std::chrono::steady_clock;
using Connection = std::shared_ptr<HttpConnection>;

constexpr int kReaders = 2;  // Threads that read the league.
// Threads that take submissions in. An author has one submission at a time, so that one who sends what takes
// long to unpack leaves the other thread to others, and those who wait take turns.
constexpr int kTakers = 2;
// Threads that answer workers. They replay each game that is brought, which takes about a millisecond.
constexpr int kWorkGivers = 2;
// Calls of workers that arrive or are answered, of all tokens and of one.
constexpr std::size_t kMaxWorkBodies = 64, kMaxWorkBodiesOfToken = 16;
constexpr std::size_t kMaxConnections = 4000;
constexpr std::size_t kMaxOfOneAddress = 64;  // Connections; this machine may have all.
constexpr int kMaxBodies = 32;                // One for each author.
// For each author: how many refused archives may come at once, and the seconds between later ones.
constexpr double kRefusedAtOnce = 10, kRefusedPause = 30;
constexpr double kBurst = 4;  // Seconds of the rate that may come at once.
constexpr std::size_t kMaxKept = 512, kMaxKeptBytes = 32 << 20;
constexpr milliseconds kFresh{250};  // For so long the league is not asked if it has changed.
constexpr std::size_t kMaxDrainedBytes = 4 << 20;
constexpr std::chrono::seconds kAnswerTime{60};
const char* const kNoAnswer = "The league cannot answer this now.";
constexpr const char* kHeaders =
    "Content-Security-Policy: default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self' "
    "'wasm-unsafe-eval'; worker-src blob:; img-src 'self' data:; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'\r\n"
    "Vary: Authorization\r\n";

HttpOptions http_options(const ServeOptions& options) {
  HttpOptions http;
  http.head_time = options.patience;
  http.write_time = kAnswerTime;
  http.max_body_bytes = std::numeric_limits<std::uint64_t>::max();  // Each kind of body has its own limit.
  http.max_drained_bytes = kMaxDrainedBytes;
  http.max_connections = kMaxConnections;
  if (!options.is_behind_proxy) http.max_connections_of_address = kMaxOfOneAddress;
  http.headers = kHeaders;
  return http;
}

SharedAnswer share(HttpAnswer answer) {
  return std::make_shared<const HttpAnswer>(std::move(answer));
}

}  // namespace

class LeagueServer::Core : public HttpHandler {
 public:
  Core(const ServeOptions& options, TemporaryFolder folder, std::uint64_t max_body_bytes)
      : options_(options),
        folder_(std::move(folder)),
        max_body_bytes_(max_body_bytes),
        rate_(options.rate, kBurst * options.rate),
        refused_(1 / kRefusedPause, kRefusedAtOnce),
        server_(http_options(options), *this) {}

  // The workers end after the server's thread, and before the connections for which they work.
  ~Core() override { server_.stop(); }

  Result<void> listen() {
    error_code error;
    const auto address = net::ip::make_address(options_.host, error);
    if (error) {
      return Error{fmt::format("--host {}: this is not an address; give one such as 127.0.0.1 or 0.0.0.0",
                               options_.host)};
    }
    is_loopback_ = address.is_loopback();
    error = server_.listen(address, options_.port);
    if (error) {
      return Error{fmt::format("port {} of {} cannot be served: {}; choose another one with --port",
                               options_.port, options_.host, error.message())};
    }
    return success();
  }

  enum class Duty { read, take_submissions, serve_workers };
  void start(LeagueApi api, Duty duty) {
    (duty == Duty::read               ? readers_
     : duty == Duty::take_submissions ? takers_
                                      : work_givers_)
        .start(std::move(api));
  }

  void run() { server_.start(); }

  std::string address() const {
    const auto endpoint = server_.endpoint();
    const std::string host = endpoint.address().to_string();
    const bool is_v6 = endpoint.address().is_v6();
    return fmt::format("http://{}{}{}:{}/", is_v6 ? "[" : "", host, is_v6 ? "]" : "", endpoint.port());
  }

  HttpAnswer refusal(HttpFault fault, std::uint64_t max_bytes) const override {
    switch (fault) {
      case HttpFault::head_too_long:
        return api_refusal(431, "The head of the request is too long.");
      case HttpFault::body_too_long:
        return api_refusal(413,
                           max_bytes >= 1 << 20
                               ? fmt::format("The body is too large: {} MiB are allowed.", max_bytes >> 20)
                               : fmt::format("The body is too large: {} KiB are allowed.", max_bytes >> 10));
      case HttpFault::body_too_slow:
        return api_refusal(
            408, fmt::format("The body comes too slowly: {} KiB a second are expected.", kMinBodyRate >> 10));
      case HttpFault::body_unreadable:
        return api_refusal(400, "The body cannot be read.");
      case HttpFault::body_not_kept:
        return api_refusal(503, "This machine cannot keep the body now.");
      case HttpFault::disk_full:
        fmt::print(stderr, "toptile: {}: the disk is full, so an archive was not taken in\n",
                   folder_.path().string());
        return api_refusal(503, "This machine has no room for the archive now; try again later.");
      case HttpFault::unreadable:
      case HttpFault::too_many_followers:
        break;
    }
    return api_refusal(400, "This request cannot be read.");
  }

  void handle(const Connection& connection) override {
    const HttpHead& head = connection->head();
    const std::string target(target_of(head));
    auto parsed = parse_target(target);
    if (auto fault = fault_of(head, parsed.has_value())) return connection->answer_last(*std::move(fault));
    if (!may_ask(options_.is_behind_proxy ? last_forwarded(head) : connection->address()))
      return connection->answer_last(
          api_refusal(429, "Too many requests come from this address; wait a little."));
    ApiRequest request;
    request.is_post = method_of(head) == "POST";
    request.target = *std::move(parsed);
    if (const auto authorization = header_of(head, "Authorization"))
      request.token = parse_bearer(*authorization).value_or("");
    if (is_submission(request)) {
      if (connection->has_body()) return admit(request, connection);
      return connection->answer_last(api_refusal(411, "The body should be the archive of a bot's folder."));
    }
    if (is_work_call(request) && connection->has_body()) return admit(request, connection);
    if (connection->has_body())
      return connection->answer_last(api_refusal(400, "This request should have no body."));
    answer(std::move(request), target, connection);
  }

 private:
  struct KeptAnswer {
    SharedAnswer answer;
    LeagueStamp stamp;
    steady_clock::time_point checked;
  };

  // A submission that arrives, or is taken in. An author has one at a time.
  class Submission : public HttpBody {
   public:
    Submission(Core& core, fs::path file, ApiRequest request, std::string author)
        : HttpBody(std::move(file), core.max_body_bytes_),
          core_(core),
          request_(std::move(request)),
          author_(std::move(author)) {
      core_.authors_of_bodies_.insert(author_);
    }
    ~Submission() override {
      std::error_code ignored;
      fs::remove(file(), ignored);
      if (!came_to_nothing_) core_.refused_.give_back(author_);
      core_.authors_of_bodies_.erase(author_);
    }

    void received(const Connection& connection) override {
      request_.body = file();
      core_.answer(request_, {}, connection);
    }
    // Only what became a bot, or what is our own fault, does not count against the author.
    void answered(int status) override { came_to_nothing_ = status != 201 && status < 500; }

   private:
    Core& core_;
    ApiRequest request_;
    const std::string author_;
    bool came_to_nothing_ = true;
  };

  // A call of a worker that arrives, or is answered. Each token may have a few at a time.
  class WorkBody : public HttpBody {
   public:
    WorkBody(Core& core, fs::path file, ApiRequest request, std::string token)
        : HttpBody(std::move(file), max_work_bytes(request)),
          core_(core),
          request_(std::move(request)),
          token_(std::move(token)) {
      ++core_.work_bodies_;
      ++core_.work_bodies_of_[token_];
    }
    ~WorkBody() override {
      std::error_code ignored;
      fs::remove(file(), ignored);
      --core_.work_bodies_;
      if (--core_.work_bodies_of_[token_] == 0) core_.work_bodies_of_.erase(token_);
    }

    void received(const Connection& connection) override {
      request_.body = file();
      core_.answer(request_, {}, connection);
    }
    void answered(int) override {}

   private:
    Core& core_;
    ApiRequest request_;
    const std::string token_;
  };

  std::optional<HttpAnswer> fault_of(const HttpHead& head, bool is_target_good) const {
    if (repeats_any(head, {"Host", "Authorization", "Content-Length", "Transfer-Encoding", "Expect"}))
      return api_refusal(400, "The request has a header twice.");
    if (!has_clear_end(head)) {
      return api_refusal(400,
                         "The request does not say clearly where it ends: give a Content-Length, or "
                         "Transfer-Encoding: chunked.");
    }
    const auto host = header_of(head, "Host");
    if (!host) return api_refusal(400, "The request has no Host.");
    if (is_loopback_ && !options_.is_behind_proxy && !is_this_machine(*host))
      return api_refusal(403, "This league is only for this machine: use localhost or 127.0.0.1.");
    const std::string_view method = method_of(head);
    if (method != "GET" && method != "HEAD" && method != "POST")
      return api_refusal(405, "Only GET, HEAD and POST are allowed.");
    if (!is_target_good) return api_refusal(400, "This path is none that could be here.");
    return std::nullopt;
  }

  // Whether this address may ask once more now. What a proxy says may be no address.
  bool may_ask(const std::string& address) {
    error_code error;
    const auto parsed = net::ip::make_address(address, error);
    return rate_.take(error ? address : counted_address(parsed), steady_clock::now());
  }

  // The author is known before a byte of the body is kept.
  void admit(const ApiRequest& request, const Connection& connection) {
    // `connection` is a constant, so a plain capture of it could not be moved on (see answer()).
    auto task = [this, request, connection = Connection(connection)](LeagueApi& api) mutable {
      const TokenScope scope = is_work_call(request) ? TokenScope::play : TokenScope::submit;
      std::optional<HttpAnswer> refusal = api.refusal_of(request, scope);
      std::string author, id;
      if (!refusal) {
        const auto token = api.author_of(request, scope);
        if (token && token.value()) {
          author = token.value()->author;
          id = token.value()->id;
        }
        if (author.empty()) refusal = api_refusal(500, kNoAnswer);
      }
      server_.post([this, request, refusal, author, id, connection = std::move(connection)] {
        if (refusal) return connection->answer_last(*refusal);
        is_work_call(request) ? admit_worker(id, request, connection)
                              : admit_author(author, request, connection);
      });
    };
    if (!readers_.give(std::move(task))) connection->answer_last(busy());
  }

  fs::path new_body_file() { return folder_.path() / fmt::format("{}", ++last_body_); }

  void admit_worker(const std::string& token, const ApiRequest& request, const Connection& connection) {
    const auto own = work_bodies_of_.find(token);
    if (own != work_bodies_of_.end() && own->second >= kMaxWorkBodiesOfToken)
      return connection->answer_last(api_refusal(429, "Too many calls with this token are being answered."));
    if (work_bodies_ >= kMaxWorkBodies)
      return connection->answer_last(api_refusal(503, "Too many workers call; try again in a moment."));
    connection->receive(std::make_unique<WorkBody>(*this, new_body_file(), request, token));
  }

  void admit_author(const std::string& author, const ApiRequest& request, const Connection& connection) {
    if (authors_of_bodies_.contains(author))
      return connection->answer_last(api_refusal(
          429, "Another bot of yours is being submitted now; wait for its answer, then submit the next."));
    if (authors_of_bodies_.size() >= kMaxBodies)
      return connection->answer_last(
          api_refusal(503, "Too many bots are being submitted; try again in a moment."));
    if (!refused_.take(author, steady_clock::now())) {
      HttpAnswer answer = api_refusal(
          429, fmt::format("Too many of your submissions came to nothing; read why, and try again in {} s.",
                           kRefusedPause));
      answer.retry_after = static_cast<int>(kRefusedPause);
      return connection->answer_last(std::move(answer));
    }
    connection->receive(std::make_unique<Submission>(*this, new_body_file(), request, author));
  }

  void answer(ApiRequest request, const std::string& target, const Connection& connection) {
    const bool is_public = !request.is_post && !request.token;
    std::optional<KeptAnswer> kept;
    if (is_public) {
      const auto found = kept_.find(target);
      if (found != kept_.end()) kept = found->second;
      if (kept && steady_clock::now() - kept->checked < kFresh) return connection->answer(kept->answer);
    }
    const bool is_work = is_work_call(request);
    Workers<LeagueApi>& workers = is_work ? work_givers_ : is_submission(request) ? takers_ : readers_;
    // The task holds the connection and moves it on, because a connection must end on the server's thread. A
    // plain capture of a constant would be a constant, too, and its move a copy, which might be the last one.
    auto task = [this, request = std::move(request), target, kept, is_public, is_work,
                 connection = Connection(connection)](LeagueApi& api) mutable {
      // What was read before the answer was computed cannot be newer than the answer.
      const auto stamp = is_public ? api.stamp() : Result<LeagueStamp>(LeagueStamp{});
      const bool is_same = kept && stamp && stamp.value() == kept->stamp;
      const SharedAnswer answered = is_same ? kept->answer : answer_of(api, request);
      const bool may_keep = is_public && stamp && !answered->etag.empty();
      const bool may_have_changed = request.is_post && !is_work && answered->status < 300;
      server_.post([=, this, connection = std::move(connection)] {
        if (may_have_changed) forget_all();
        if (may_keep) keep(target, {answered, stamp.value(), steady_clock::now()});
        connection->answer(answered);
      });
    };
    if (!workers.give(std::move(task))) connection->answer(share(busy()));
  }

  static HttpAnswer busy() { return api_refusal(503, "Too many requests wait; try again."); }

  // An answer that cannot be had, such as for want of memory, ends no thread.
  static SharedAnswer answer_of(LeagueApi& api, const ApiRequest& request) {
    try {
      return share(api.answer(request));
    } catch (const std::exception&) {
      return share(api_refusal(500, kNoAnswer));
    }
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
  const std::uint64_t max_body_bytes_;
  bool is_loopback_ = true;
  // These outlive the connections and with them the submissions.
  std::set<std::string> authors_of_bodies_;            // The authors of bodies that arrive, or are taken in.
  std::size_t work_bodies_ = 0;                        // Calls of workers that arrive, or are answered.
  std::map<std::string, std::size_t> work_bodies_of_;  // The same for each token.
  std::uint64_t last_body_ = 0;
  RateLimit rate_, refused_;
  std::map<std::string, KeptAnswer> kept_;
  std::size_t kept_bytes_ = 0;
  HttpServer server_;
  Workers<LeagueApi> readers_, takers_, work_givers_;
};

Result<LeagueServer> LeagueServer::open(const ServeOptions& options, const OpenStore& open_store) {
  TOPTILE_TRY(auto folder, TemporaryFolder::make());
  TOPTILE_TRY(auto first, open_store());
  auto core =
      std::make_unique<Core>(options, std::move(folder), bytes_of_mb(first.terms().submissions.packed_mb));
  TOPTILE_TRY_TO(core->listen());
  TOPTILE_TRY(auto read, open_store());
  TOPTILE_TRY(const auto site, SharedSite::open(std::move(read), options.site, options.before_reading));
  const auto work = std::make_shared<RemoteWork>(open_store, options.replayed_share);
  core->start(LeagueApi(std::move(first), site, work), Core::Duty::take_submissions);
  for (int i = 1; i < kTakers + kReaders + kWorkGivers; ++i) {
    TOPTILE_TRY(auto store, open_store());
    core->start(LeagueApi(std::move(store), site, work), i < kTakers ? Core::Duty::take_submissions
                                                         : i < kTakers + kReaders
                                                             ? Core::Duty::read
                                                             : Core::Duty::serve_workers);
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
