// A loss of power at any moment: any part of what was not synced to the disk may be missing, in each file
// independently, and bytes that did not arrive may be zeros. The run goes on and ends with the same file, and
// no game is lost that was synced.
//
// This program has its own fdatasync, syncfs and ftruncate. They do what the system's functions do, and tell
// a model of the disk about it.
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <functional>
#include <numeric>
#include <set>
#include <sstream>

#include "engine/random.h"
#include "tests/bots/sources.h"
#include "tests/folder.h"
#include "tests/places.h"
#include "tests/protocol/small_records.h"
#include "tournaments/merge/merge.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/run_store.h"
#include "tournaments/run/tournament.h"

namespace {

std::function<void(int)> before_truncation, after_sync;

}  // namespace

extern "C" int fdatasync(int descriptor) {
  const auto result = static_cast<int>(::syscall(SYS_fdatasync, descriptor));
  if (after_sync) after_sync(descriptor);
  return result;
}

extern "C" int syncfs(int descriptor) noexcept {
  const auto result = static_cast<int>(::syscall(SYS_syncfs, descriptor));
  if (after_sync) after_sync(descriptor);
  return result;
}

extern "C" int ftruncate(int descriptor, off_t bytes) noexcept {
  if (before_truncation) before_truncation(descriptor);
  return static_cast<int>(::syscall(SYS_ftruncate, descriptor, bytes));
}

namespace toptile {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kGames = 130;

// A long record, so that the log of games ahead grows until it is emptied in the middle of the run.
std::string long_line(std::uint64_t id) {
  GameRecord record = small_record(id);
  record.turns.emplace_back().info.assign(100'000, 'x');
  return format_record(record);
}

std::string whole_log() {
  std::string log;
  for (std::uint64_t id = 1; id <= kGames; ++id) log += long_line(id) + "\n";
  return log;
}

std::string bytes_of(const fs::path& file) {
  std::ostringstream bytes;
  bytes << std::ifstream(file, std::ios::binary).rdbuf();
  return bytes.str();
}

Result<RunStore> open_store(const RunPaths& paths, std::set<std::uint64_t>* found = nullptr) {
  return RunStore::open(paths, {{"games", 2}}, {}, few_words(),
                        [&](const GameRecord& record) -> Result<void> {
                          if (found != nullptr) found->insert(record.id);
                          return success();
                        });
}

// A log on a disk that keeps what was synced, and promises no more.
class ModelFile {
 public:
  explicit ModelFile(fs::path path) : path_(std::move(path)) {}

  bool is(int descriptor) const {
    std::error_code error;
    return fs::equivalent("/proc/self/fd/" + std::to_string(descriptor), path_, error);
  }
  void sync() {
    contents_ = {bytes_of(path_)};
    durable_ = contents_[0].size();
  }
  void observe() { contents_.back() = bytes_of(path_); }
  void truncate() {
    observe();
    contents_.emplace_back();
  }

  // The bytes that may be there when the power comes back.
  std::string after_loss(Random& random) {
    observe();
    const std::size_t chosen = random.below(contents_.size());
    std::string bytes = contents_[chosen];
    const std::size_t kept = chosen == 0 ? durable_ : 0;
    bytes.resize(kept + random.below(bytes.size() - kept + 1));
    if (random.below(2) == 0 && bytes.size() > kept) {
      const std::size_t hole = kept + random.below(bytes.size() - kept);
      const std::size_t size = 1 + random.below(bytes.size() - hole);
      bytes.replace(hole, size, size, '\0');
    }
    return bytes;
  }

 private:
  fs::path path_;
  // The bytes before and after each truncation since the last sync.
  std::vector<std::string> contents_ = {""};
  std::size_t durable_ = 0;  // The number of synced bytes in the first of them.
};

// Calls the listener after every sync, as long as it lives.
class Synced {
 public:
  explicit Synced(std::function<void(int)> listener) { after_sync = std::move(listener); }
  ~Synced() { after_sync = nullptr; }
  Synced(const Synced&) = delete;
  Synced& operator=(const Synced&) = delete;
};

struct Loss {
  std::string games, ahead;
  std::set<std::uint64_t> promised;
};

// Games end out of order, as they do if many are played at once.
std::vector<std::uint64_t> some_order(Random& random) {
  std::vector<std::uint64_t> order(kGames);
  std::iota(order.begin(), order.end(), 1);
  for (std::size_t i = 0; i + 1 < order.size(); ++i)
    std::swap(order[i], order[std::min(i + random.below(4), order.size() - 1)]);
  return order;
}

// Plays a run, and collects what losses of power at random moments would leave, also while the store syncs or
// truncates.
class LossyRun {
 public:
  explicit LossyRun(Random& random) : random_(random), store_(open_store(paths_)) {
    BOOST_REQUIRE(store_);
    after_sync = [this](int descriptor) {
      for (ModelFile* file : {&games_, &ahead_})
        if (file->is(descriptor)) file->sync();
      maybe_lose(2);
    };
    before_truncation = [this](int descriptor) {
      for (ModelFile* file : {&games_, &ahead_})
        if (file->is(descriptor)) file->truncate();
      ++truncations_;
      maybe_lose(2);
    };
  }
  ~LossyRun() { after_sync = before_truncation = nullptr; }

  std::vector<Loss> play() {
    std::set<std::uint64_t> appended;
    for (const std::uint64_t id : some_order(random_)) {
      BOOST_REQUIRE(store_.value().append(GameNumber{id}, long_line(id)));
      appended.insert(id);
      maybe_lose(12);
      if (random_.below(10) != 0) continue;
      BOOST_REQUIRE(store_.value().sync());
      promised_ = appended;
    }
    return losses_;
  }
  int truncations() const { return truncations_; }

 private:
  void maybe_lose(std::uint64_t one_in) {
    if (random_.below(one_in) != 0) return;
    losses_.push_back({games_.after_loss(random_), ahead_.after_loss(random_), promised_});
  }

  Random& random_;
  Folder folder_;
  RunPaths paths_{folder_.path()};
  ModelFile games_{paths_.games()}, ahead_{paths_.ahead()};
  Result<RunStore> store_;
  std::set<std::uint64_t> promised_;
  std::vector<Loss> losses_;
  int truncations_ = 0;
};

void go_on_after(const Loss& loss, const std::string& whole) {
  const Folder folder;
  const RunPaths paths{folder.path()};
  { BOOST_REQUIRE(open_store(paths)); }
  folder.write("games.jsonl", loss.games);
  folder.write("games.ahead.jsonl", loss.ahead);
  std::set<std::uint64_t> found;
  auto store = open_store(paths, &found);
  BOOST_REQUIRE_MESSAGE(store, (store ? "" : store.error().message));
  for (const std::uint64_t id : loss.promised) BOOST_TEST(found.contains(id), id);
  for (std::uint64_t id = 1; id <= kGames; ++id) {
    BOOST_TEST(store.value().has(GameNumber{id}) == found.contains(id));
    if (!store.value().has(GameNumber{id}))
      BOOST_REQUIRE(store.value().append(GameNumber{id}, long_line(id)));
  }
  BOOST_TEST((bytes_of(paths.games()) == whole));
}

BOOST_AUTO_TEST_SUITE(power_loss)

BOOST_AUTO_TEST_CASE(a_run_goes_on_to_the_same_file_and_keeps_what_was_synced) {
  const std::string whole = whole_log();
  Random random(11);
  std::size_t losses = 0;
  int truncations = 0;
  for (int round = 0; round < 6; ++round) {
    std::vector<Loss> of_run;
    {
      LossyRun run(random);
      of_run = run.play();
      truncations += run.truncations();
    }
    for (const Loss& loss : of_run) go_on_after(loss, whole);
    losses += of_run.size();
  }
  BOOST_TEST(losses > 60U);
  BOOST_TEST(truncations > 0, "the log of games ahead was never emptied in the middle of a run");
}

// Later games build on these, so these must not be lost first.
BOOST_AUTO_TEST_CASE(what_a_run_goes_on_from_is_on_the_disk_when_it_is_open) {
  const Folder folder;
  const RunPaths paths{folder.path()};
  {
    auto store = open_store(paths);
    for (const std::uint64_t id : {1, 3, 2, 5})
      BOOST_REQUIRE(store.value().append(GameNumber{id}, record_line(id)));
  }
  ModelFile games(paths.games()), ahead(paths.ahead());
  Synced synced([&](int descriptor) {
    for (ModelFile* file : {&games, &ahead})
      if (file->is(descriptor)) file->sync();
  });
  const auto store = open_store(paths);
  BOOST_REQUIRE(store);
  Random random(5);
  for (int loss = 0; loss < 20; ++loss) {
    BOOST_TEST(games.after_loss(random) == bytes_of(paths.games()));
    BOOST_TEST(ahead.after_loss(random) == bytes_of(paths.ahead()));
  }
}

// A cup of bots that keep to the rules, with short games.
ResolvedPlan resolved_cup(int bots, const std::function<void(TournamentRequest&)>& change) {
  TournamentRequest request;
  for (int i = 0; i < bots; ++i)
    request.bots.push_back({source_of({{"name", std::string(1, static_cast<char>('a' + i))},
                                       {"command", {built_file("tests/hostile_bots/exhibit"), "behave"}}})});
  request.games = 2;
  request.seed = 5;
  request.lexicon = source_file("tests/data/words/plain.txt");
  request.sandbox = SandboxMode::off;
  request.adjudicate = AdjudicationTerms{4, {}};
  request.directory = "/";
  change(request);
  auto resolved = resolve(request, {.directory = {}, .shipped = {}});
  BOOST_REQUIRE_MESSAGE(resolved, (resolved ? "" : resolved.error().message));
  return std::move(resolved).value();
}

void play(const ResolvedPlan& cup, const RunPaths& paths) {
  const auto played = run_tournament(cup, paths, {.concurrency = 1, .try_bots = false}, {});
  BOOST_REQUIRE_MESSAGE(played, (played ? "" : played.error().message));
  BOOST_TEST(played.value().is_finished());
}

// The next round is drawn from its results, and the games of that round may reach the disk earlier.
BOOST_AUTO_TEST_CASE(a_round_is_on_the_disk_before_the_next_one_is_played) {
  const Folder folder;
  const RunPaths paths{folder / "run"};
  const ResolvedPlan cup = resolved_cup(4, [](TournamentRequest& request) {
    request.format.kind = TournamentFormat::Kind::swiss;
    request.format.rounds = 3;
  });
  std::set<std::ptrdiff_t> games_synced;
  const Synced synced([&](int descriptor) {
    if (ModelFile(paths.games()).is(descriptor))
      games_synced.insert(std::ranges::count(bytes_of(paths.games()), '\n'));
  });
  play(cup, paths);
  for (const std::ptrdiff_t games : {4, 8, 12}) BOOST_TEST(games_synced.contains(games), games);
}

// The file with their hashes is written last, and must be on the disk, too.
BOOST_AUTO_TEST_CASE(frozen_bots_are_on_the_disk_before_they_have_their_name) {
  const Folder folder;
  const RunPaths paths{folder / "run"};
  std::set<std::string> on_disk;
  const Synced synced([&](int descriptor) {
    const fs::path synced_folder = fs::read_symlink("/proc/self/fd/" + std::to_string(descriptor));
    if (synced_folder != paths.frozen().string() + ".new") return;
    for (const auto& entry : fs::recursive_directory_iterator(synced_folder))
      on_disk.insert(entry.path().lexically_relative(synced_folder));
  });
  play(resolved_cup(2, [](TournamentRequest&) {}), paths);
  std::set<std::string> frozen;
  for (const auto& entry : fs::recursive_directory_iterator(paths.frozen()))
    frozen.insert(entry.path().lexically_relative(paths.frozen()));
  BOOST_TEST(frozen.contains("hashes.json"));
  BOOST_TEST((on_disk == frozen));
}

BOOST_AUTO_TEST_CASE(a_merged_run_is_on_the_disk_before_it_has_its_name) {
  const Folder folder;
  std::vector<RunPaths> shards;
  for (const int index : {1, 2}) {
    shards.push_back({folder / std::to_string(index)});
    play(resolved_cup(3, [&](auto& request) { request.shard = Shard{index, 2}; }), shards.back());
  }
  const RunPaths merged{folder / "merged"};
  std::string on_disk;
  const Synced synced([&](int descriptor) {
    const fs::path file = fs::read_symlink("/proc/self/fd/" + std::to_string(descriptor));
    if (file.filename() == "games.jsonl" && file.parent_path() != merged.folder) on_disk = bytes_of(file);
  });
  const auto done = merge_shards(shards, merged);
  BOOST_REQUIRE_MESSAGE(done, (done ? "" : done.error().message));
  BOOST_TEST(std::ranges::count(on_disk, '\n') == 6);
  BOOST_TEST((on_disk == bytes_of(merged.games())));
}

BOOST_AUTO_TEST_CASE(zeros_far_from_the_end_are_no_loss_of_power_and_nothing_is_cut_off) {
  const Folder folder;
  const RunPaths paths{folder.path()};
  { BOOST_REQUIRE(open_store(paths)); }
  folder.write("games.jsonl", std::string(10, '\0') + "\n");
  fs::resize_file(paths.games(), 300 << 20);
  const auto store = open_store(paths);
  BOOST_REQUIRE(!store);
  BOOST_TEST(store.error().message.find("games.jsonl: line 1: zero bytes are here, and 300 MiB follow") !=
             std::string::npos);
  BOOST_TEST(fs::file_size(paths.games()) == 300U << 20);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace toptile
