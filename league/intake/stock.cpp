#include "league/intake/stock.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "bots/bot_files.h"
#include "bots/cache_folder.h"
#include "bots/copies/built_bots.h"
#include "league/intake/archive.h"
#include "league/intake/own_paths.h"
#include "league/intake/submission_files.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxShelves = 64;
constexpr int kLanes = 2;  // Each of the two games of a set has its own copy of a bot.

StockFailure of_machine(const Error& error) {
  return {error, false, {}};
}
StockFailure of_bot(const Error& error, const std::vector<fs::path>& folders, const std::string& log = {}) {
  return {{without_own_paths(error.message, folders)}, true, without_own_paths(log, folders)};
}

// Files that cannot be copied are the bot's own fault, unless the disk is full.
StockFailure of_bot_unless_full(const Error& error, const std::vector<fs::path>& folders,
                                const std::string& log = {}) {
  const fs::path& folder = folders.back();
  if (!is_disk_full(folder)) return of_bot(error, folders, log);
  return of_machine(
      {fmt::format("{}: there is no room to build bots; remove files, or name another folder in "
                   "TMPDIR ({})",
                   folder.string(), error.message)});
}

// A folder that is removed with its contents when this is destroyed.
class OwnFolder {
 public:
  explicit OwnFolder(fs::path path) : path_(std::move(path)) {}
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;
  ~OwnFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

}  // namespace

// The place of one bot. The thread that prepares it holds the mutex, so that others wait and then use it.
struct Stock::Shelf {
  explicit Shelf(std::string hash) : sha256(std::move(hash)) {}

  const std::string sha256;
  std::mutex mutex;
  std::shared_ptr<const StockedBot> bot;
};

Result<std::unique_ptr<Stock>> Stock::open(const LeagueTerms& terms, const ShippedFiles& shipped,
                                           std::shared_ptr<const Sandbox> sandbox) {
  TOPTILE_TRY(auto folder, TemporaryFolder::make());
  TOPTILE_TRY_TO(let_users_through(*sandbox, folder.path(), {}));
  return std::unique_ptr<Stock>(new Stock(terms, shipped, std::move(sandbox), std::move(folder)));
}

Stocked<std::shared_ptr<const StockedBot>> Stock::take(const BotVersion& version,
                                                       const PackedFiles& packed_files,
                                                       const std::stop_token& stop) {
  std::shared_ptr<Shelf> shelf;
  {
    const std::lock_guard lock(mutex_);
    const auto found =
        std::ranges::find(shelves_, version.sha256, [](const auto& each) { return each->sha256; });
    if (found != shelves_.end()) {
      shelves_.splice(shelves_.begin(), shelves_, found);
    } else {
      shelves_.push_front(std::make_shared<Shelf>(version.sha256));
      if (shelves_.size() > kMaxShelves) shelves_.pop_back();
    }
    shelf = shelves_.front();
  }
  const std::lock_guard lock(shelf->mutex);
  if (!shelf->bot) {
    const auto packed = packed_files();
    if (!packed) return of_machine(packed.error());
    TOPTILE_TRY(shelf->bot, make(version, packed.value(), stop));
  }
  return shelf->bot;
}

Stocked<std::shared_ptr<const StockedBot>> Stock::make(const BotVersion& version, const std::string& packed,
                                                       const std::stop_token& stop) {
  int number = 0;
  {
    const std::lock_guard lock(mutex_);
    number = ++made_;
  }
  const auto folder = std::make_shared<const OwnFolder>(folder_.path() / std::to_string(number));
  const fs::path sources = folder->path() / "bot", frozen_folder = folder->path() / "frozen";
  std::error_code error;
  fs::create_directory(folder->path(), error);
  if (error) return of_machine({fmt::format("{}: {}", folder->path().string(), error.message())});
  fs::permissions(folder->path(), fs::perms(0711), error);
  std::vector<fs::path> folders = {sources};
  for (int lane = 1; lane <= kLanes; ++lane)
    folders.push_back(frozen_folder / std::to_string(lane) / version.label() / "1");
  if (const auto cache = cache_folder("builds")) folders.push_back(cache.value());
  folders.push_back(folder->path());
  const SubmissionLimits& limits = terms_.submissions;
  if (auto unpacked = unpack_packed(packed, sources, kKeptLimits); !unpacked)
    return of_machine(in_context(version.label(), unpacked.error()));
  if (auto fault = folder_fault(sources)) return of_bot(*fault, folders);
  BotSearch search{.directory = sources, .shipped = shipped_, .stop = stop};
  auto entry = find_bot({.manifest = sources.string()}, search, JsonPlace(""));
  if (!entry) return of_bot(entry.error(), folders);
  if (entry.value().sha256 != version.sha256) {
    return of_machine(
        {fmt::format("the files of {} do not have the hash {}, under which the league keeps them",
                     version.label(), version.sha256)});
  }
  entry.value().name = version.label();
  entry.value().sandbox = sandbox_->enforcement();
  std::vector<BotEntry> bots = {std::move(entry).value()};
  std::string log;
  const BuildLimits build_limits{.sandbox = {.memory_mb = limits.build_memory_mb,
                                             .processes = 512,
                                             .files = 1024,
                                             .file_mb = limits.build_disk_mb,
                                             .tmp_mb = limits.build_disk_mb},
                                 .step = std::chrono::minutes(limits.build_minutes),
                                 .disk_bytes = bytes_of_mb(limits.build_disk_mb)};
  auto built = build_bots(bots, search, sandbox_, Unbuilt::built,
                          {build_limits, [&](const std::string& text) { log = text; }});
  if (!built) {
    return stop.stop_requested() ? of_machine(built.error())
                                 : of_bot_unless_full(built.error(), folders, log);
  }
  auto frozen = FrozenBots::freeze(bots, built.value(), kLanes, frozen_folder, *sandbox_);
  if (!frozen) return of_bot_unless_full(frozen.error(), folders);
  return std::make_shared<const StockedBot>(
      StockedBot{std::move(bots[0]), std::move(frozen).value(), folder, std::move(folders)});
}

}  // namespace toptile
