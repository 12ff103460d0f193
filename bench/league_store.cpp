// Measures the size of a league with many games, and the time for its standings. It makes a league in a new
// file from the records of a run, which it repeats as games of different versions.
//
// Usage: league_store RUN GAMES FILE [VERSIONS]
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "engine/random.h"
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

Result<std::vector<std::string>> lines_of(const RunPaths& paths) {
  std::vector<std::string> lines;
  TOPTILE_TRY_TO(for_each_log_line(paths.games(), [&](std::uint64_t, std::string_view line) -> Result<void> {
    lines.emplace_back(line);
    return success();
  }));
  return lines;
}

// The stronger version wins more often.
GameResult drawn_result(Random& random, int strength, int other, std::uint16_t first) {
  GameResult result;
  const int points = 250 + static_cast<int>(random.below(100)),
            less = 20 + static_cast<int>(random.below(60));
  const bool one_wins = static_cast<int>(random.below(100)) < 50 + (strength - other);
  const std::size_t winner = one_wins == (first == 0) ? 0 : 1;
  result.by_seat[winner] = {points, 0, 1, SeatResult::Fate::played};
  result.by_seat[1 - winner] = {points - less, 0, 2, SeatResult::Fate::played};
  result.by_seat[0].entrant = first;
  result.by_seat[1].entrant = static_cast<std::uint16_t>(1 - first);
  return result;
}

Result<void> fill(LeagueStore& store, const std::vector<std::string>& lines, std::uint64_t games,
                  int versions) {
  std::vector<VersionId> ids;
  for (int i = 0; i < versions; ++i) {
    const std::string name = fmt::format("bot{}", i);
    TOPTILE_TRY(const auto received, store.versions().receive({.bot = name,
                                                               .author = "bench",
                                                               .sha256 = sha256_hexadecimal(name),
                                                               .packed = name,
                                                               .bytes = name.size(),
                                                               .said_author = "",
                                                               .said_version = "",
                                                               .language = ""}));
    TOPTILE_TRY_TO(store.versions().claim({"bench"}));
    TOPTILE_TRY_TO(store.versions().accept(received.version.id, "bench", ""));
    ids.push_back(received.version.id);
  }
  Random random(1);
  const Lease lease{"bench", std::chrono::hours(24)};
  for (std::uint64_t done = 0; done < games;) {
    const auto one = random.below(ids.size()),
               step = 1 + random.below(std::min<std::uint64_t>(8, ids.size() - 1));
    const auto other = (one + step) % ids.size();
    TOPTILE_TRY(const auto leased, store.sets().lease_sets(ids[one], ids[other], kMaxSetsAtOnce, lease));
    std::vector<RecordedSet> sets;
    for (const SetNumber set : leased->sets) {
      RecordedSet recorded;
      recorded.set = set;
      recorded.one = ids[one];
      recorded.other = ids[other];
      recorded.block = leased->block;
      recorded.took = 100;
      for (std::size_t game = 0; game < 2; ++game) {
        recorded.results[game] = drawn_result(random, static_cast<int>(one), static_cast<int>(other),
                                              static_cast<std::uint16_t>(game));
        recorded.records[game] = lines[(done + game) % lines.size()];
      }
      done += 2;
      sets.push_back(std::move(recorded));
    }
    TOPTILE_TRY_TO(store.sets().keep(sets, "bench"));
  }
  return success();
}

Result<void> measure(const std::string& run, std::uint64_t games, const std::string& file, int versions) {
  const RunPaths paths{run};
  TOPTILE_TRY(const auto plan, read_run_plan(paths));
  TOPTILE_TRY(const auto words, load_list_of(paths, plan.rules));
  TOPTILE_TRY(const auto lines, lines_of(paths));
  LeagueTerms terms{
      .name = "bench", .plan = plan, .sandbox = SandboxMode::automatic, .submissions = {}, .anchors = {}};
  terms.plan.bots.clear();
  TOPTILE_TRY(auto database, open_database(file));
  TOPTILE_TRY(auto store, LeagueStore::create(std::move(database), terms, words.lexicon));
  const Stopwatch filling;
  TOPTILE_TRY_TO(fill(store, lines, games, versions));
  fmt::print("{} games of {} versions were kept in {:.1f} s\n", games, versions, filling.seconds());
  fmt::print("{} bytes, {:.0f} a game\n", std::filesystem::file_size(file),
             static_cast<double>(std::filesystem::file_size(file)) / static_cast<double>(games));
  const Stopwatch reading;
  LeagueGames read;
  TOPTILE_TRY_TO(read.read(store));
  const double read_seconds = reading.seconds();
  const Stopwatch rating;
  TOPTILE_TRY(const auto table, league_table(read, terms));
  fmt::print("standings of {} bots: {:.2f} s to read, {:.2f} s to rate\n", table.rows.size(), read_seconds,
             rating.seconds());
  return success();
}

}  // namespace

}  // namespace toptile

int main(int argc, char** argv) {
  if (argc < 4) {
    fmt::print(stderr, "usage: league_store RUN GAMES FILE [VERSIONS]\n");
    return 2;
  }
  const auto done = toptile::measure(argv[1], std::strtoull(argv[2], nullptr, 10), argv[3],
                                     argc > 4 ? std::atoi(argv[4]) : 50);
  if (done) return 0;
  fmt::print(stderr, "{}\n", done.error().message);
  return 1;
}
