// Random pairs of games, for tests of tests: results drawn from a pentanomial, or spreads (differences of
// points), from which results follow.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <random>

#include "ratings/matches/pentanomial.h"

namespace toptile {

using Pentashares = std::array<double, 5>;

inline double mean_score(const Pentashares& shares) {
  return shares[1] / 4 + shares[2] / 2 + shares[3] * 3 / 4 + shares[4];
}

inline double pair_variance(const Pentashares& shares) {
  double total = 0;
  for (int i = 0; i < 5; ++i)
    total += shares[i] * (i / 4.0 - mean_score(shares)) * (i / 4.0 - mean_score(shares));
  return total;
}

// The shares times exp(λ score), with the λ for which `measure` of them is `wanted`; it must rise with λ.
template <class Measure>
Pentashares tilted(const Pentashares& shares, double wanted, const Measure& measure) {
  double low = -20, high = 20;
  Pentashares result{};
  for (int steps = 0; steps < 100; ++steps) {
    const double lambda = (low + high) / 2;
    double sum = 0;
    for (int i = 0; i < 5; ++i) sum += result[i] = shares[i] * std::exp(lambda * i / 4);
    for (double& share : result) share /= sum;
    (measure(result) < wanted ? low : high) = lambda;
  }
  return result;
}

class SimulatedPairs {
 public:
  explicit SimulatedPairs(std::uint64_t seed) : engine_(seed) {}

  void add_to(Pentanomial& results, const Pentashares& shares) {
    double left = static_cast<double>(engine_() >> 11) * 0x1p-53;
    std::size_t outcome = 0;
    while (outcome < 4 && left >= shares[outcome]) left -= shares[outcome++];
    ++results.counts[outcome];
  }

  // The spreads of a pair's two games in whole points, with this mean and standard deviation for each game.
  // The deal is worth the same to either side, so that the two have a correlation of -shared.
  struct Spreads {
    double one = 0, other = 0;
  };
  Spreads spreads(double mean, double sd, double shared) {
    const double deal = std::sqrt(shared) * normal_(engine_);
    const double play = std::sqrt(1 - shared);
    return {std::round(mean + sd * (deal + play * normal_(engine_))),
            std::round(mean + sd * (-deal + play * normal_(engine_)))};
  }

  double normal() { return normal_(engine_); }
  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }

 private:
  std::mt19937_64 engine_;
  std::normal_distribution<double> normal_;
};

inline double score_of_spread(double spread) {
  return spread > 0 ? 1 : spread < 0 ? 0 : 0.5;
}

}  // namespace toptile
