// Many games at once for programs that learn: positions per second (items_per_second), with all plays of each
// listed in arrays, where the learner always makes the best play. The yardstick is `generator_alone`, which
// lists the plays of such positions and does nothing else; read the others as a share of it, from the same
// run.
#include <benchmark/benchmark.h>

#include <vector>

#include "bench/run_benchmarks.h"
#include "learning/vector_games.h"
#include "tools/greedy_games.h"

namespace toptile {

namespace {

struct Scene {
  Board board;
  Tiles rack;
};

void generator_alone(benchmark::State& state) {
  std::vector<Scene> scenes;
  for (std::uint64_t seed = 0; seed < full_or_trial<std::uint64_t>(50, 1); ++seed) {
    play_greedy_game(seed, [&](const Game& game) {
      scenes.push_back({game.board(), game.rack(game.seat_to_move())});
      return true;
    });
  }
  MoveGenerator generator(bench_rules(), bench_lexicon());
  std::vector<ScoredPlay> plays;
  std::size_t count = 0;
  for ([[maybe_unused]] auto iteration : state) {
    for (const Scene& scene : scenes) {
      generator.generate(scene.board, scene.rack, plays);
      count += plays.size();
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(scenes.size()));
  state.counters["plays"] = benchmark::Counter(static_cast<double>(count), benchmark::Counter::kIsRate);
}

// The best play in any order: the one with the most points, the fewest tiles and the first place.
std::int64_t best_action(const VectorView& view, std::size_t game) {
  const auto first = static_cast<std::size_t>(view.offsets[game]),
             end = static_cast<std::size_t>(view.offsets[game + 1]);
  std::size_t best = end - 1;
  for (std::size_t i = first; i < end; ++i) {
    if (view.points[i] > view.points[best] ||
        (view.points[i] == view.points[best] && view.points[i] > 0 && view.laid[i] < view.laid[best]))
      best = i;
  }
  return static_cast<std::int64_t>(best - first);
}

void vector_games(benchmark::State& state, int threads, bool is_sorted) {
  const auto games = VectorGames::make(bench_rules(), bench_lexicon(),
                                       {.games = 64, .threads = threads, .is_sorted = is_sorted});
  std::vector<std::int64_t> actions(64);
  std::size_t count = 0;
  for ([[maybe_unused]] auto iteration : state) {
    for (int step = 0; step < full_or_trial(20, 1); ++step) {
      const auto view = games.value()->view();
      for (std::size_t g = 0; g < actions.size(); ++g) actions[g] = best_action(*view, g);
      count += view->actions();
      if (!games.value()->step(actions)) state.SkipWithError("an action was refused");
    }
  }
  state.SetItemsProcessed(state.iterations() * full_or_trial(20, 1) * 64);
  state.counters["plays"] = benchmark::Counter(static_cast<double>(count), benchmark::Counter::kIsRate);
}

BENCHMARK(generator_alone)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(vector_games, one_thread, 1, false)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(vector_games, one_thread_sorted, 1, true)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(vector_games, two_threads, 2, false)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(vector_games, two_threads_sorted, 2, true)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace

}  // namespace toptile

TOPTILE_BENCH_MAIN();
