// The cost of reading a record in microseconds: with its turns, without them, and with the strict reader,
// which is the yardstick. The records are those of greedy games, written as a run writes them.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "bench/run_benchmarks.h"
#include "protocol/game_record.h"
#include "tools/greedy_games.h"

namespace toptile {

namespace {

const std::uint64_t kGames = full_or_trial(1000, 10);

std::string line_of(std::uint64_t id) {
  Game game(bench_rules(), bench_lexicon(), id, 2);
  MoveGenerator generator(bench_rules(), bench_lexicon());
  while (!game.is_over()) play_greedy_turn(game, generator);
  GameRecord record;
  record.id = GameNumber{id};
  record.set = record.seed = id;
  record.players = {"greedy", "greedy-2"};
  fill_from_game(record, game);
  return format_record(record);
}

const std::vector<std::string>& lines() {
  static const std::vector<std::string> lines = [] {
    std::vector<std::string> written;
    for (std::uint64_t id = 1; id <= kGames; ++id) written.push_back(line_of(id));
    return written;
  }();
  return lines;
}

void read(benchmark::State& state, Result<GameRecord> (*parse)(std::string_view)) {
  std::size_t next = 0, bytes = 0;
  for (const std::string& line : lines()) bytes += line.size();
  for ([[maybe_unused]] auto iteration : state)
    benchmark::DoNotOptimize(value_or_exit(parse(lines()[next++ % kGames])));
  state.counters["record_bytes"] = static_cast<double>(bytes / kGames);
}

BENCHMARK_CAPTURE(read, thorough, parse_record)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(read, with_turns, parse_written_record)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(read, without_turns, parse_record_without_turns)->Unit(benchmark::kMicrosecond);

}  // namespace

}  // namespace toptile

TOPTILE_BENCH_MAIN();
