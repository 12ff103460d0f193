// The cost for the playing thread of reporting a turn to an open table, compared with the cost of the turn:
// - `turns` plays greedy games in this program. With 1, each turn is reported, and a reader takes the news a
//   thousand times as often as a live page does. With 0, nothing is reported.
// - `told` reports the same turn repeatedly. The difference of the two `turns` is noisy, and this is not.
#include <benchmark/benchmark.h>

#include <thread>

#include "bench/run_benchmarks.h"
#include "engine/greedy_game.h"
#include "protocol/lexicon_file.h"
#include "protocol/ruleset_json.h"
#include "referee/game/open_table.h"

namespace {

using namespace toptile;

const std::vector<std::string> kPlayers = {"one", "two"};

// Takes the news, again and again.
class Watcher {
 public:
  Watcher(OpenTable& table, std::chrono::microseconds pause)
      : thread_([&table, pause](const std::stop_token& stop) {
          while (!stop.stop_requested()) {
            benchmark::DoNotOptimize(table.take());
            std::this_thread::sleep_for(pause);
          }
        }) {}

 private:
  std::jthread thread_;
};

void turns(benchmark::State& state) {
  const Ruleset rules = shipped_ruleset("hasbro").value();
  const Lexicon lexicon = load_lexicon(TOPTILE_SOURCE_DIR "/lexicons/english.txt", rules).value().lexicon;
  MoveGenerator generator(rules, lexicon);
  const bool is_told = state.range(0) == 1;
  OpenTable table;
  const Watcher watcher(table, std::chrono::microseconds(500));
  std::uint64_t id = 0;
  std::int64_t count = 0;
  for (auto unused : state) {
    Game game(rules, lexicon, ++id % 100, 2);
    if (is_told) table.begin(GameNumber{id}, kPlayers, game);
    while (!game.is_over()) {
      play_greedy_turn(game, generator);
      if (is_told) table.add(game, std::chrono::milliseconds(3), std::chrono::milliseconds(29'000));
      ++count;
    }
  }
  state.SetItemsProcessed(count);
}

void told(benchmark::State& state) {
  const Ruleset rules = shipped_ruleset("hasbro").value();
  const Lexicon lexicon = load_lexicon(TOPTILE_SOURCE_DIR "/lexicons/english.txt", rules).value().lexicon;
  MoveGenerator generator(rules, lexicon);
  Game game(rules, lexicon, 1, 2);
  play_greedy_turn(game, generator);
  OpenTable table;
  const Watcher watcher(table, std::chrono::microseconds(state.range(0)));
  constexpr int kTurns = 60;
  for (auto unused : state) {
    table.begin(GameNumber{1}, kPlayers, game);
    for (int turn = 0; turn < kTurns; ++turn)
      table.add(game, std::chrono::milliseconds(3), std::chrono::milliseconds(29'000));
  }
  state.SetItemsProcessed(state.iterations() * kTurns);
}

BENCHMARK(turns)->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);
BENCHMARK(told)->Arg(500'000)->Arg(50);

}  // namespace

TOPTILE_BENCH_MAIN();
