// The move generator's speed over a fixed set of positions of greedy games, in positions per second
// (items_per_second): finding all plays of a position, their number, the best one, and whether there is one.
// There is one generator for a whole game, as in a bot, or a new one for each position. It also measures
// plays laid and taken back per second, and whole greedy games.
//
// The yardstick is `look_up`: looking up words of the list in the word graph, in random order. Read the other
// speeds as a number of lookups, from the same run. The word list is the shipped one, or the file that
// TOPTILE_BENCH_LEXICON names.
#include <benchmark/benchmark.h>

#include <vector>

#include "bench/run_benchmarks.h"
#include "engine/random.h"
#include "tools/greedy_games.h"

namespace toptile {

namespace {

struct Scene {
  Board board;
  Tiles rack;
};

// The positions in the order of the games.
const std::vector<Scene>& scenes() {
  static const std::vector<Scene> scenes = [] {
    const std::size_t count = full_or_trial(2000, 20);
    std::vector<Scene> collected;
    for (std::uint64_t seed = 0; collected.size() < count; ++seed) {
      play_greedy_game(seed, [&](const Game& game) {
        collected.push_back({game.board(), game.rack(game.seat_to_move())});
        return true;
      });
    }
    collected.erase(collected.begin() + static_cast<std::ptrdiff_t>(count), collected.end());
    return collected;
  }();
  return scenes;
}

enum class Generator { kept, fresh };

template <class Ask>
void over_all_scenes(benchmark::State& state, Generator generator, Ask ask) {
  MoveGenerator kept(bench_rules(), bench_lexicon());
  for ([[maybe_unused]] auto iteration : state) {
    for (const Scene& scene : scenes()) {
      if (generator == Generator::kept) {
        ask(kept, scene);
      } else {
        MoveGenerator fresh(bench_rules(), bench_lexicon());
        ask(fresh, scene);
      }
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(scenes().size()));
}

void all_plays(benchmark::State& state, Generator generator) {
  std::vector<ScoredPlay> plays;
  std::size_t count = 0;
  over_all_scenes(state, generator, [&](MoveGenerator& asked, const Scene& scene) {
    asked.generate(scene.board, scene.rack, plays);
    count += plays.size();
  });
  state.counters["plays"] = benchmark::Counter(static_cast<double>(count), benchmark::Counter::kIsRate);
}

void best_play(benchmark::State& state, Generator generator) {
  over_all_scenes(state, generator, [](MoveGenerator& asked, const Scene& scene) {
    ScoredPlay best;
    benchmark::DoNotOptimize(asked.find_best(scene.board, scene.rack, best));
  });
}

void has_play(benchmark::State& state, Generator generator) {
  over_all_scenes(state, generator, [](MoveGenerator& asked, const Scene& scene) {
    benchmark::DoNotOptimize(asked.has_play(scene.board, scene.rack));
  });
}

void count_plays(benchmark::State& state) {
  over_all_scenes(state, Generator::kept, [](MoveGenerator& asked, const Scene& scene) {
    benchmark::DoNotOptimize(asked.count(scene.board, scene.rack));
  });
}

// Lays whole games play by play, and takes the plays back again.
void lay_and_take_back(benchmark::State& state) {
  std::vector<std::vector<LaidTiles>> games;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    std::vector<LaidTiles>& plays = games.emplace_back();
    Board before(bench_rules().size);
    std::size_t turns = 0;
    play_greedy_game(seed, [&](const Game& game) {
      if (game.turns().size() > turns && std::holds_alternative<Placement>(game.turns().back().move))
        plays.push_back(tiles_laid_by(before, std::get<Placement>(game.turns().back().move)));
      turns = game.turns().size();
      before = game.board();
      return true;
    });
  }
  BoardLines lines(bench_rules(), bench_lexicon());
  std::int64_t laid = 0;
  for ([[maybe_unused]] auto iteration : state) {
    for (const auto& plays : games) {
      for (const LaidTiles& play : plays) lines.lay({play.data(), play.size()});
      for (std::size_t i = 0; i < plays.size(); ++i) lines.take_back();
      laid += static_cast<std::int64_t>(plays.size());
    }
  }
  state.SetItemsProcessed(laid);
}

void look_up(benchmark::State& state) {
  std::vector<Word> words;
  bench_lexicon().for_each_word([&](const Word& word) { words.push_back(word); });
  Random random(1);
  for (std::size_t i = words.size(); i > 1; --i) std::swap(words[i - 1], words[random.below(i)]);
  for ([[maybe_unused]] auto iteration : state) {
    int found = 0;
    for (const Word& word : words) found += bench_lexicon().contains(word);
    benchmark::DoNotOptimize(found);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(words.size()));
}

void greedy_games(benchmark::State& state) {
  std::uint64_t seed = 0;
  for ([[maybe_unused]] auto iteration : state)
    play_greedy_game(seed++ % 50, [](const Game&) { return true; });
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK(look_up)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(all_plays, kept, Generator::kept)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(all_plays, fresh, Generator::fresh)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(best_play, kept, Generator::kept)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(best_play, fresh, Generator::fresh)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(has_play, kept, Generator::kept)->Unit(benchmark::kMillisecond);
BENCHMARK(count_plays)->Unit(benchmark::kMillisecond);
BENCHMARK(lay_and_take_back)->Unit(benchmark::kMillisecond);
BENCHMARK(greedy_games)->Unit(benchmark::kMillisecond);

}  // namespace

}  // namespace toptile

TOPTILE_BENCH_MAIN();
