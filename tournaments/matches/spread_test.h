// A sequential test of the mean spread, the points by which one side beats the other: H0, it is spread0
// points a game, against H1, it is spread1, whatever the standard deviation. It needs fewer games than a test
// of who wins, and answers another question: the mean spread of the better player need not be the better one.
// The derivation, and how well the error rates hold, are in docs/sprt.md.
#pragma once

#include <cstdint>

#include "engine/result.h"
#include "tournaments/matches/sequential.h"
#include "tournaments/results/running_moments.h"

namespace toptile {

struct SpreadParameters {
  double spread0 = 0, spread1 = 5;  // Points a game, -10,000 … 10,000, spread0 < spread1.
  ErrorRates rates;
  // The test does not stop before, for a standard deviation from a few pairs is no measure of chance. 2 or
  // more.
  std::uint64_t least_pairs = 16;
};

// The pairs of a match as this test sees them.
class PairSpreads {
 public:
  // The points of one side less those of the other in a pair's two games. A game that was forfeited has no
  // spread that says anything about strength; what to make of it is the caller's choice.
  void add(double one, double other) { games_mean_.add((one + other) / 2); }

  std::uint64_t pairs() const { return games_mean_.count(); }
  double mean() const { return games_mean_.mean(); }  // Points a game.
  // The variance of a pair's mean a game, points², by the number of pairs; at least that of rounding, 1/48, a
  // pair's mean being a number of halves.
  double variance() const;
  // The third central moment by the variance's power of 3/2, cut off at -1 and 1.
  double skewness() const;
  // Of the mean, from the variance by one less than the number of pairs; not a number below two pairs.
  double standard_error() const;
  // Half of the mean's 95 % interval: the standard error times Student's quantile. Not a number below two
  // pairs.
  double error() const;
  // Whether the two games of every pair have opposite spreads.
  bool are_level() const { return games_mean_.mean() == 0 && games_mean_.squares() == 0; }

 private:
  RunningMoments games_mean_;
};

class SpreadTest {
 public:
  // One sentence if the parameters are out of their range.
  static Result<SpreadTest> make(const SpreadParameters& parameters);

  const SpreadParameters& parameters() const { return parameters_; }
  LlrBounds bounds() const { return wald_bounds(parameters_.rates); }

  // The log-likelihood ratio of H1 to H0, natural logarithm: that of normal spreads, each hypothesis at its
  // likeliest variance, and a term for how lopsided the pairs are,
  //   n/2 · ln((v + (mean - spread0)²) / (v + (mean - spread1)²)) + n/3 · skewness · (u0³ - u1³),
  //   u = (mean - spread) / √(v + (mean - spread)²)
  double llr(const PairSpreads& pairs) const;

  SequentialState state(const PairSpreads& pairs) const;

 private:
  explicit SpreadTest(const SpreadParameters& parameters) : parameters_(parameters) {}

  SpreadParameters parameters_;
};

// For comparison only: the Elo that a mean spread of one point a game stands for between two players of
// nearly the same strength, whose spread is normal with this standard deviation of a game (above 0).
double elo_a_point(double game_sd);

}  // namespace toptile
