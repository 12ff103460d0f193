// Reads the results of a million games among 200 players from CSV and from PGN, and rates them with error
// bars. Rates wide fields of up to 10,000 players, too.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "bench/run_benchmarks.h"
#include "ratings/fit/ratings.h"
#include "tournaments/exchange/result_files.h"

namespace {

using namespace toptile;

constexpr int kPlayers = 200;
const int kPairs = full_or_trial(500'000, 2000);
constexpr std::size_t kBlock = 1 << 18;

// Player i has 4 i Elo, moving first is worth 20, and 2 games in 100 are ties.
double score_of(int first, int second, std::mt19937_64& random) {
  std::uniform_real_distribution<double> chance;
  if (chance(random) < 0.02) return 0.5;
  return chance(random) < 1 / (1 + std::pow(10, -(4 * (first - second) + 20) / 400.0)) ? 1 : 0;
}

// Calls `of_game` with both players, the score of the first and the pair's number.
template <class OfGame>
void play(int players, int pairs, OfGame of_game) {
  std::mt19937_64 random(7);
  for (int pair = 1; pair <= pairs; ++pair) {
    const int i = static_cast<int>(random() % static_cast<unsigned>(players));
    const int j =
        static_cast<int>((static_cast<unsigned>(i) + 1 + random() % static_cast<unsigned>(players - 1)) %
                         static_cast<unsigned>(players));
    // The distance between the strongest and the weakest player does not depend on the number of players.
    const int a = i * kPlayers / players, b = j * kPlayers / players;
    of_game(i, j, score_of(a, b, random), pair);
    of_game(j, i, score_of(b, a, random), pair);
  }
}

template <class Write>
std::string write_games(Write write) {
  std::string text;
  play(kPlayers, kPairs, [&](int i, int j, double score, int pair) { text += write(i, j, score, pair); });
  return text;
}

std::string csv() {
  return "first,second,score,pair,spread\n" + write_games([](int i, int j, double score, int pair) {
           return fmt::format("player{},player{},{},{},{}\n", i, j, score, pair, i - j);
         });
}

std::string pgn() {
  return write_games([](int i, int j, double score, int pair) {
    const char* result = score == 1 ? "1-0" : score == 0 ? "0-1" : "1/2-1/2";
    return fmt::format(
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"{}\"]\n[White \"player{}\"]\n"
        "[Black \"player{}\"]\n[Result \"{}\"]\n\n{}\n\n",
        pair, i, j, result, result);
  });
}

void read(benchmark::State& state, const std::string& text) {
  for (auto _ : state) {
    GameList list;
    if (!parse_results(text, kBlock, list)) return state.SkipWithError("the results cannot be read");
    benchmark::DoNotOptimize(list);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}

void read_csv(benchmark::State& state) {
  read(state, csv());
}
BENCHMARK(read_csv)->Unit(benchmark::kMillisecond);

void read_pgn(benchmark::State& state) {
  read(state, pgn());
}
BENCHMARK(read_pgn)->Unit(benchmark::kMillisecond);

void fit(benchmark::State& state) {
  GameList list;
  if (!parse_results(csv(), kBlock, list)) return state.SkipWithError("the results cannot be read");
  for (auto _ : state) {
    list.sort_by_cluster();
    benchmark::DoNotOptimize(fit_ratings(list.players(), list.games(), {}));
  }
}
BENCHMARK(fit)->Unit(benchmark::kMillisecond);

// The arguments are the numbers of players and of games.
void fit_wide(benchmark::State& state) {
  const int share = full_or_trial(1, 100);
  const int players = static_cast<int>(state.range(0)) / share;
  const int pairs = static_cast<int>(state.range(1)) / share / 2;
  std::vector<ScoredGame> games;
  play(players, pairs, [&](int i, int j, double score, int pair) { games.push_back({i, j, score, pair}); });
  for (auto _ : state) benchmark::DoNotOptimize(fit_ratings(players, games, {}));
}
BENCHMARK(fit_wide)
    ->Args({500, 3'000})
    ->Args({3'000, 60'000})
    ->Args({3'000, 900'000})
    ->Args({10'000, 1'000'000})
    ->Unit(benchmark::kMillisecond);

}  // namespace

TOPTILE_BENCH_MAIN();
