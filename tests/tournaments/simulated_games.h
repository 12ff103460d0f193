// Tournaments of players whose strengths are known, played by the model that ratings fit, and with luck that
// the two games of a pair share.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "tournaments/ratings.h"

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

// A score with the expectation that the model gives, and ties: the same luck, the same fortune for the first
// seat.
inline double score_of(double luck, double elo) {
  const double p = expected(elo), ties = 0.1 * std::min(p, 1 - p);
  return luck < p - ties / 2 ? 1 : luck < p + ties / 2 ? 0.5 : 0;
}

// Every pair of players plays `pairs` pairs of games, seats swapped. The deal decides: with the chance
// `shared` the two games of a pair have the same luck, each still with the expectation that the model gives.
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

inline bool covers(const RatingEstimate& estimate, double truth) {
  return truth >= estimate.elo - estimate.error_low && truth <= estimate.elo + estimate.error_high;
}

}  // namespace toptile::simulated
