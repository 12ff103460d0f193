// Measures the size of a league with many games, and the time for its standings: at first, and again after
// some more sets. Then it moves the records to files, and measures the size and how long records are read
// before and after. It makes a league in a new file, whose records are those of a run, again and again; if
// the file exists, it is measured as it is. With as many BOTS as VERSIONS, which is the default, all versions
// play; with fewer, each bot has several versions, and only its latest one plays.
//
// Usage: league_store RUN GAMES FILE [VERSIONS [BOTS]]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/simulated_sets.h"
#include "engine/random.h"
#include "league/store/compaction.h"
#include "league/store/league_store.h"
#include "league/tables/league_table.h"
#include "tournaments/run/run_files.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

using std::chrono::steady_clock;

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(steady_clock::now() - begin_).count(); }

 private:
  const steady_clock::time_point begin_ = steady_clock::now();
};

struct Entered {
  VersionId id{};
  std::size_t bot = 0;
  double elo = 0;
};

// A league as the years make it: bots bring new versions, which are mostly a little better than those before
// them and retire them. Most sets are between neighbours in strength, a quarter of them at random, and new
// versions play more than old ones (docs/league_choice.md).
class SimulatedLeague {
 public:
  SimulatedLeague(LeagueStore& store, std::vector<std::string> lines, std::size_t bots)
      : store_(store), lines_(std::move(lines)), newest_(bots) {}

  Result<void> fill(std::uint64_t games, std::size_t versions) {
    // The first two versions of the first bots are there from the beginning.
    const std::uint64_t sets = std::max<std::uint64_t>(games / 2, 1);
    for (std::size_t entered = 0; sets_ < sets;) {
      while (entered < versions && (entered < 2 || entered * sets <= sets_ * versions)) {
        TOPTILE_TRY_TO(enter(entered++ % newest_.size()));
      }
      TOPTILE_TRY_TO(play_block(sets - sets_));
    }
    return keep();
  }
  // Sets of versions that play, as a worker brings them.
  Result<void> play_more(std::uint64_t sets) {
    for (const std::uint64_t end = sets_ + sets; sets_ < end;) {
      TOPTILE_TRY_TO(play_block(end - sets_));
    }
    return keep();
  }
  // Takes over a league that was filled before.
  Result<void> take_over() {
    TOPTILE_TRY(const auto versions, store_.versions().list({{}, {VersionState::active}}));
    for (const BotVersion& version : versions) active_.push_back({version.id, 0, drawn_elo()});
    std::ranges::sort(active_, {}, &Entered::elo);
    return success();
  }

 private:
  double uniform() { return static_cast<double>(random_.below(1'000'000)) / 1e6; }
  double drawn_elo() {  // Nearly normal, with a deviation of 300.
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += uniform();
    return 300 * sum;
  }

  Result<void> enter(std::size_t bot) {
    const std::string name = fmt::format("bot{}", bot), files = fmt::format("{} {}", name, ++files_);
    TOPTILE_TRY(const auto id, simulated::enter(store_, name, files));
    std::optional<Entered>& newest = newest_[bot];
    const double elo = newest ? newest->elo - 20 + 60 * uniform() : drawn_elo();
    if (newest) std::erase_if(active_, [&](const Entered& other) { return other.id == newest->id; });
    before_ = newest;
    newest = Entered{id, bot, elo};
    active_.insert(std::ranges::upper_bound(active_, elo, {}, &Entered::elo), *newest);
    latest_.push_back(*newest);
    return success();
  }

  // Half of the blocks are for the latest versions, and begin against the version before.
  Result<void> play_block(std::uint64_t most) {
    constexpr std::size_t kNewcomers = 3, kNeighbours = 8;
    const bool is_new = !latest_.empty() && random_.below(2) == 0;
    Entered one = active_[random_.below(active_.size())];
    if (is_new) {
      const Entered& late = latest_[latest_.size() - 1 - random_.below(std::min(kNewcomers, latest_.size()))];
      if (std::ranges::find(active_, late.id, &Entered::id) != active_.end()) one = late;
    }
    std::optional<Entered> other;
    if (before_ && one.id == latest_.back().id && random_.below(4) == 0) other = before_;
    const std::size_t place = std::ranges::lower_bound(active_, one.elo, {}, &Entered::elo) - active_.begin();
    while (!other || other->id == one.id) {
      const std::size_t reach = std::min(kNeighbours, active_.size() - 1);
      const std::size_t first = std::min(place - std::min(place, reach), active_.size() - 1 - reach);
      other = random_.below(4) == 0
                  ? active_[random_.below(active_.size())]
                  : active_[std::min(first + random_.below(2 * reach + 1), active_.size() - 1)];
    }
    const int sets = 1 + static_cast<int>(random_.below(std::min<std::uint64_t>(4, most)));
    TOPTILE_TRY(const auto leased, store_.leases().lease_sets(one.id, other->id, sets, kLease));
    for (const SetNumber set : leased->sets) {
      RecordedSet& recorded = waiting_.emplace_back();
      recorded.set = set;
      recorded.one = one.id;
      recorded.other = other->id;
      recorded.block = leased->block;
      recorded.took = 100;
      const double luck = 100 * (uniform() - uniform());
      for (std::uint16_t game = 0; game < 2; ++game) {
        const double ahead = (one.elo - other->elo) / 8 + (game == 0 ? 4 : -4) + (game == 0 ? luck : -luck) +
                             250 * (uniform() + uniform() + uniform() - 1.5);
        recorded.results[game] = simulated::result_of_spread(static_cast<int>(std::round(ahead)), game);
        recorded.records[game] = lines_[(2 * sets_ + game) % lines_.size()];
      }
      ++sets_;
    }
    return waiting_.size() >= kSetsAtOnce ? keep() : success();
  }

  Result<void> keep() {
    TOPTILE_TRY(const auto kept, store_.sets().keep(waiting_, kLease.worker));
    if (kept != static_cast<int>(waiting_.size()))
      return Error{fmt::format("{} of {} sets were not kept", waiting_.size() - kept, waiting_.size())};
    waiting_.clear();
    return success();
  }

  static constexpr std::size_t kSetsAtOnce = 500;
  inline static const Lease kLease = simulated::lease_of_bench();

  LeagueStore& store_;
  std::vector<std::string> lines_;
  Random random_{1};
  std::vector<Entered> active_, latest_;  // Active versions are sorted by strength.
  std::vector<std::optional<Entered>> newest_;
  std::optional<Entered> before_;  // The version before the latest one.
  std::vector<RecordedSet> waiting_;
  std::uint64_t sets_ = 0;
  int files_ = 0;
};

// How long it takes to look sets up at random, and to read the records of all sets.
Result<void> measure_reading(LeagueStore& store, std::string_view where) {
  constexpr int kLookUps = 200;
  TOPTILE_TRY(const auto last, store.sets().last_order());
  Random random(2);
  std::vector<double> times;
  for (int i = 0; i < kLookUps; ++i) {
    const SetNumber set{1 + random.below(last)};
    const Stopwatch looking;
    TOPTILE_TRY_TO(store.sets().recorded(set));
    times.push_back(1000 * looking.seconds());
  }
  std::ranges::sort(times);
  const Stopwatch reading;
  std::uint64_t bytes = 0;
  TOPTILE_TRY_TO(store.sets().for_each_records([&](KeptRecords&& kept) -> Result<void> {
    TOPTILE_TRY(const auto records, kept.records);
    bytes += records[0].size() + records[1].size();
    return success();
  }));
  fmt::print(
      "records {}: {:.2f} ms to look a set up (90 % are below {:.2f} ms), {:.1f} s to read all {} MB\n",
      where, times[kLookUps / 2], times[kLookUps * 9 / 10], reading.seconds(), bytes / 1'000'000);
  return success();
}

Result<void> measure_compaction(LeagueStore& store) {
  TOPTILE_TRY_TO(measure_reading(store, "in the database"));
  const Stopwatch moving;
  TOPTILE_TRY(const auto moved, compact(store, {}, {}));
  const double moving_seconds = moving.seconds();
  const Stopwatch shrinking;
  TOPTILE_TRY_TO(store.database().shrink());
  TOPTILE_TRY(const auto sets, store.sets().last_order());
  const auto left = std::filesystem::file_size(store.database().file());
  fmt::print(
      "the records of {} sets moved in {:.1f} s to {} files with {} bytes; the database was shrunk in {:.1f} "
      "s to "
      "{} bytes; together {:.0f} a game\n",
      moved.sets, moving_seconds, moved.files, moved.bytes_after, shrinking.seconds(), left,
      static_cast<double>(left + moved.bytes_after) / static_cast<double>(2 * sets));
  return measure_reading(store, "in files");
}

struct Request {
  std::string run, file;
  std::uint64_t games = 0;
  std::size_t versions = 50, bots = 50;
};

Result<void> measure(const Request& request) {
  const RunPaths paths{request.run};
  TOPTILE_TRY(const auto plan, read_run_plan(paths));
  TOPTILE_TRY(const auto words, load_list_of(paths, plan.rules));
  TOPTILE_TRY(const auto lines, simulated::lines_of(paths));
  const LeagueTerms terms = simulated::terms_of(plan);
  const bool is_new = !std::filesystem::exists(request.file);
  TOPTILE_TRY(auto database, open_database(request.file));
  TOPTILE_TRY(auto store, is_new ? LeagueStore::create(std::move(database), terms, words.lexicon)
                                 : LeagueStore::open(std::move(database)));
  SimulatedLeague league(store, lines, request.bots);
  if (is_new) {
    const Stopwatch filling;
    TOPTILE_TRY_TO(league.fill(request.games, request.versions));
    fmt::print("{} games of {} versions of {} bots were kept in {:.1f} s\n", request.games, request.versions,
               request.bots, filling.seconds());
    const auto bytes = std::filesystem::file_size(request.file);
    fmt::print("{} bytes, {:.0f} a game\n", bytes,
               static_cast<double>(bytes) / static_cast<double>(request.games));
  } else {
    TOPTILE_TRY_TO(league.take_over());
  }
  const auto show = [](const LeagueTable& table, std::string_view when, double read, double rated) {
    fmt::print("standings of {} bots {}: {:.2f} s to read, {:.2f} s to rate\n", table.rows.size(), when, read,
               rated);
  };
  const Stopwatch reading;
  LeagueCounts read;
  TOPTILE_TRY_TO(read.read(store));
  const double read_seconds = reading.seconds();
  const Stopwatch rating;
  TOPTILE_TRY(const auto table, league_table(read, terms));
  show(table, "at first", read_seconds, rating.seconds());
  constexpr std::uint64_t kMoreSets = 20;
  TOPTILE_TRY_TO(league.play_more(kMoreSets));
  const Stopwatch reading_more;
  TOPTILE_TRY_TO(read.read(store));
  const double more_seconds = reading_more.seconds();
  const Stopwatch rating_again;
  TOPTILE_TRY(const auto again, league_table(read, terms));
  show(again, fmt::format("after {} more sets", kMoreSets), more_seconds, rating_again.seconds());
  return measure_compaction(store);
}

}  // namespace

}  // namespace toptile

int main(int argc, char** argv) {
  if (argc < 4) {
    fmt::print(stderr, "usage: league_store RUN GAMES FILE [VERSIONS [BOTS]]\n");
    return 2;
  }
  toptile::Request request{argv[1], argv[3], std::strtoull(argv[2], nullptr, 10)};
  if (argc > 4) request.versions = request.bots = std::strtoull(argv[4], nullptr, 10);
  if (argc > 5) request.bots = std::strtoull(argv[5], nullptr, 10);
  const auto done = toptile::measure(request);
  if (done) return 0;
  fmt::print(stderr, "{}\n", done.error().message);
  return 1;
}
