#include "live/show.h"

#include <chrono>
#include <thread>

#include "live/key.h"

namespace toptile {

namespace {

// A page asks for the data again two seconds after it last did.
constexpr std::chrono::seconds kPagesNeed{4};

}  // namespace

Result<std::unique_ptr<LiveShow>> LiveShow::open(std::optional<int> port, const Plan& plan,
                                                 const RunPaths& paths) {
  const std::string key = live_key();
  auto tables = std::make_unique<OpenTables>();
  auto run = std::make_unique<LiveRun>(plan, paths, *tables, key);
  TOPTILE_TRY(auto server, LiveServer::open(port, [run = run.get()](const LiveRequest& request) {
                return run->answer(request);
              }));
  return std::unique_ptr<LiveShow>(
      new LiveShow(std::move(tables), std::move(run), std::move(server), paths, key));
}

LiveShow::LiveShow(std::unique_ptr<OpenTables> tables, std::unique_ptr<LiveRun> run, LiveServer server,
                   const RunPaths& paths, const std::string& key)
    : tables_(std::move(tables)),
      run_(std::move(run)),
      server_(std::move(server)),
      address_(server_.address() + key + "/"),
      feed_(paths.folder.string(), [this](LiveNews news) {
        const bool is_over = news.is_over;
        auto task = [run = run_.get(), news = std::move(news)]() mutable {
          return run->take(std::move(news));
        };
        is_over ? server_.end(std::move(task)) : server_.tell(std::move(task));
      }) {}

void LiveShow::serve_the_end() {
  std::this_thread::sleep_for(kPagesNeed);
}

}  // namespace toptile
