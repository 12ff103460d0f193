// The endgame solver's speed over a fixed set of endings. Each is the first turn with an empty bag in a
// greedy game, and each gets the same number of nodes. It measures endings per second (items_per_second),
// nodes per second, and the share of proven endings.
#include "engine/endgame.h"

#include <benchmark/benchmark.h>

#include <optional>
#include <vector>

#include "bench/run_benchmarks.h"
#include "tools/greedy_games.h"

namespace toptile {

namespace {

// The ending of a greedy game, or nullopt if the game ends with tiles in the bag.
std::optional<EndgamePosition> ending_of_game(std::uint64_t seed) {
  std::optional<EndgamePosition> ending;
  play_greedy_game(seed, [&](const Game& game) {
    ending = endgame_of(game);
    return !ending.has_value();
  });
  return ending;
}

const std::vector<EndgamePosition>& endings() {
  static const std::vector<EndgamePosition> endings = [] {
    const std::size_t count = full_or_trial(50, 2);
    std::vector<EndgamePosition> collected;
    for (std::uint64_t seed = 0; collected.size() < count; ++seed) {
      if (auto position = ending_of_game(seed)) collected.push_back(*std::move(position));
    }
    return collected;
  }();
  return endings;
}

void solve(benchmark::State& state) {
  EndgameSolver solver(bench_rules(), bench_lexicon());
  const EndgameBudget budget{static_cast<std::uint64_t>(state.range(0)), {}};
  std::uint64_t nodes = 0;
  int proven = 0, solved = 0;
  for ([[maybe_unused]] auto iteration : state) {
    for (const EndgamePosition& ending : endings()) {
      const EndgameAnswer answer = solver.solve(ending, budget);
      nodes += answer.nodes;
      proven += answer.is_proven;
      ++solved;
    }
  }
  state.SetItemsProcessed(solved);
  state.counters["nodes"] = benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
  state.counters["proven"] = static_cast<double>(proven) / solved;
}

BENCHMARK(solve)->Arg(100)->Arg(1000)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);

}  // namespace

}  // namespace toptile

TOPTILE_BENCH_MAIN();
