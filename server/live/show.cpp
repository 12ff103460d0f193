#include "server/live/show.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "server/http/server.h"
#include "server/live/key.h"
#include "server/live/run.h"

namespace toptile {

namespace {

constexpr int kPort = 8453;  // It is tried first if none is asked for.
constexpr std::size_t kPieceBytes = 64 << 10;
constexpr int kSendBuffer = 64 << 10, kNice = 10;
// A page asks for the data again two seconds after it last did.
constexpr std::chrono::seconds kPagesNeed{4};

HttpOptions http_options() {
  HttpOptions options;
  options.write_bytes = kPieceBytes;
  options.send_buffer = kSendBuffer;
  options.nice = kNice;
  options.headers = kLiveHeaders;
  return options;
}

}  // namespace

Result<std::unique_ptr<LiveShow>> LiveShow::open(std::optional<int> port, const Plan& plan,
                                                 const RunPaths& paths) {
  namespace ip = boost::asio::ip;
  const std::string key = live_key();
  auto tables = std::make_unique<OpenTables>();
  auto run = std::make_unique<LiveRun>(plan, paths, *tables, key);
  auto server = std::make_unique<HttpServer>(http_options(), *run);
  auto error = server->listen(ip::address_v4::loopback(), port.value_or(kPort));
  if (error && !port) error = server->listen(ip::address_v4::loopback(), 0);
  if (error)
    return Error{fmt::format("port {} of 127.0.0.1 cannot be served: {}; choose another port",
                             port.value_or(0), error.message())};
  // A browser may take "localhost" for this address. If the machine does not have it, or it is taken, the
  // browser asks the other one.
  server->listen(ip::address_v6::loopback(), server->endpoint().port());
  server->start();
  return std::unique_ptr<LiveShow>(
      new LiveShow(std::move(tables), std::move(run), std::move(server), paths, key));
}

LiveShow::LiveShow(std::unique_ptr<OpenTables> tables, std::unique_ptr<LiveRun> run,
                   std::unique_ptr<HttpServer> server, const RunPaths& paths, const std::string& key)
    : tables_(std::move(tables)),
      run_(std::move(run)),
      server_(std::move(server)),
      address_(fmt::format("http://127.0.0.1:{}/{}/", server_->endpoint().port(), key)),
      feed_(paths.folder.string(), [this](LiveNews news) { pass_on(std::move(news)); }) {}

LiveShow::~LiveShow() = default;

void LiveShow::pass_on(LiveNews news) {
  server_->post([this, news = std::move(news)]() mutable {
    const bool is_over = news.is_over;
    for (std::string& event : run_->take(std::move(news))) server_->publish(std::move(event));
    if (is_over) server_->end_stream();
  });
}

bool LiveShow::has_followers() const {
  return server_->followers() > 0;
}

void LiveShow::serve_the_end() {
  std::this_thread::sleep_for(kPagesNeed);
}

}  // namespace toptile
