// The champion's speed in items per second: the best play by static value in positions of greedy games, and
// nodes of the search. The yardstick is `find_best`, the engine's best play by points in the same positions.
#include <benchmark/benchmark.h>

#include <vector>

#include "bench/run_benchmarks.h"
#include "champion/search.h"
#include "champion/weights.h"
#include "tools/greedy_games.h"

namespace toptile {

namespace {

using namespace toptile::champion;

const Weights& weights() {
  static const Weights shipped = weights_for(bench_rules());
  return shipped;
}

struct Scene {
  Board board;
  Tiles rack;
  int bag = 0;
};

const std::vector<Scene>& scenes() {
  static const std::vector<Scene> collected = [] {
    const std::size_t count = full_or_trial(1000, 20);
    std::vector<Scene> found;
    for (std::uint64_t seed = 0; found.size() < count; ++seed) {
      play_greedy_game(seed, [&](const Game& game) {
        found.push_back({game.board(), game.rack(game.seat_to_move()), static_cast<int>(game.bag().size())});
        return true;
      });
    }
    return found;
  }();
  return collected;
}

template <class Ask>
void over_scenes(benchmark::State& state, Ask ask) {
  BoardLines lines(bench_rules(), bench_lexicon());
  for (auto _ : state) {
    for (const Scene& scene : scenes()) {
      lines.become(scene.board);
      benchmark::DoNotOptimize(ask(lines, scene));
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(scenes().size()));
}

void find_best(benchmark::State& state) {
  ScoredPlay best;
  over_scenes(state, [&](const BoardLines& lines, const Scene& scene) {
    return find_best_play(lines, scene.rack, best);
  });
}
BENCHMARK(find_best);

void champion_static(benchmark::State& state) {
  const StaticPlayer player(bench_rules(), weights());
  ValuedPlay best;
  over_scenes(state, [&](const BoardLines& lines, const Scene& scene) {
    return player.find_best(lines, scene.rack, scene.bag, best);
  });
}
BENCHMARK(champion_static);

void champion_search(benchmark::State& state) {
  constexpr std::uint64_t kNodes = 2000;
  Search search(bench_rules(), bench_lexicon(), weights(), {});
  std::vector<Situation> situations;
  for (std::uint64_t seed = 0; situations.size() < 20; ++seed) {
    play_greedy_game(seed, [&](const Game& game) {
      if (game.turns().size() != 12) return true;
      Situation now(bench_rules().size);
      now.board = game.board();
      now.to_move = game.seat_to_move();
      now.seats.resize(2);
      now.held.resize(2);
      now.seats[now.to_move].rack = game.rack(now.to_move);
      now.held[1 - now.to_move] = bench_rules().rack;
      now.unseen = game.unseen_by(now.to_move);
      now.bag = static_cast<int>(game.bag().size());
      situations.push_back(std::move(now));
      return false;
    });
  }
  std::int64_t nodes = 0;
  std::size_t next = 0;
  for (auto _ : state) {
    const Situation& now = situations[next++ % situations.size()];
    SearchLimits limits;
    limits.nodes = kNodes;
    nodes +=
        static_cast<std::int64_t>(search.search(now, HiddenTiles(now.unseen, now.held), next, limits).nodes);
  }
  state.SetItemsProcessed(nodes);
}
BENCHMARK(champion_search);

}  // namespace

}  // namespace toptile

TOPTILE_BENCH_MAIN();
