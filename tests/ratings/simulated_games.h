// Tournaments of players with known strengths. They are played by the model that ratings fit, and the two
// games of a pair may share luck.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "ratings/fit/ratings.h"

namespace toptile::simulated {

using Games = std::vector<ScoredGame>;

inline double expected(double elo) {
  return 1 / (1 + std::pow(10.0, -elo / 400));
}

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : engine_(seed) {}
  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  int below(int bound) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(bound)); }

 private:
  std::mt19937_64 engine_;
};

// A score whose expectation is that of the model, with ties: of equals, half of `tied`. The same luck is
// equally good for the first seat in any game.
inline double score_of(double luck, double elo, double tied = 0.1) {
  const double p = expected(elo), ties = tied * std::min(p, 1 - p);
  return luck < p - ties / 2 ? 1 : luck < p + ties / 2 ? 0.5 : 0;
}

// Every two players play `pairs` pairs of games, with seats swapped. With the chance `shared`, the two games
// of a pair have the same luck; each still has the expectation of the model.
inline Games clustered_round_robin(const std::vector<double>& truth, double advantage, int pairs,
                                   double shared, Chance& chance) {
  Games games;
  const int players = static_cast<int>(truth.size());
  for (int i = 0, cluster = 0; i < players; ++i) {
    for (int j = 0; j < i; ++j) {
      for (int pair = 0; pair < pairs; ++pair, ++cluster) {
        const double luck = chance.uniform();
        const double again = chance.uniform() < shared ? luck : chance.uniform();
        games.push_back({i, j, score_of(luck, truth[i] - truth[j] + advantage), cluster});
        games.push_back({j, i, score_of(again, truth[j] - truth[i] + advantage), cluster});
      }
    }
  }
  return games;
}

// If each player arrives after a random time with the rate exp(strength), the order of arrival follows the
// model. `luck` has a uniform number for each seat.
inline RankedGame race(const std::vector<int>& players, const std::vector<double>& elo,
                       const std::vector<double>& luck, int cluster) {
  RankedGame game;
  game.seats = static_cast<int>(players.size());
  game.cluster = cluster;
  std::vector<double> time;
  for (std::size_t seat = 0; seat < players.size(); ++seat) {
    game.players[seat] = players[seat];
    time.push_back(-std::log(1 - luck[seat]) *
                   std::pow(10, -elo[static_cast<std::size_t>(players[seat])] / 400));
  }
  for (std::size_t seat = 0; seat < players.size(); ++seat)
    game.ranks[seat] =
        1 + static_cast<int>(std::ranges::count_if(time, [&](double t) { return t < time[seat]; }));
  return game;
}

// Sets of games for so many seats. The players of a set are drawn by lot, and each sits on each seat once.
// With the chance `shared`, a game has the luck of the set, seat by seat.
inline std::vector<RankedGame> clustered_races(const std::vector<double>& truth, int seats, int sets,
                                               double shared, Chance& chance) {
  std::vector<RankedGame> games;
  const auto draw = [&](int count) {
    std::vector<double> luck;
    for (int i = 0; i < count; ++i) luck.push_back(chance.uniform());
    return luck;
  };
  for (int cluster = 0; cluster < sets; ++cluster) {
    std::vector<int> players(truth.size());
    std::iota(players.begin(), players.end(), 0);
    for (std::size_t i = players.size(); i > 1; --i)
      std::swap(players[i - 1], players[static_cast<std::size_t>(chance.below(static_cast<int>(i)))]);
    players.resize(static_cast<std::size_t>(seats));
    const std::vector<double> luck = draw(seats);
    for (int game = 0; game < seats; ++game) {
      const std::vector<double> own = draw(seats);
      games.push_back(race(players, truth, chance.uniform() < shared ? luck : own, cluster));
      std::rotate(players.begin(), players.begin() + 1, players.end());
    }
  }
  return games;
}

inline bool covers(const RatingEstimate& estimate, double truth) {
  return truth >= estimate.elo - estimate.error_low && truth <= estimate.elo + estimate.error_high;
}

}  // namespace toptile::simulated
