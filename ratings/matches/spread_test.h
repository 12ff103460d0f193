// A sequential test of the mean spread, the points by which one side beats the other. H0 is that it is
// spread0 points per game, and H1 that it is spread1, with any standard deviation. The test needs fewer games
// than a test of who wins, but it answers another question: the better player need not have the better mean
// spread. The derivation, and how well the error rates hold, are in docs/sprt_method.md.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "ratings/matches/sequential.h"

namespace toptile {

struct SpreadParameters {
  double spread0 = 0, spread1 = 5;  // Points per game, -10,000 … 10,000, spread0 < spread1.
  ErrorRates rates;
  // The test does not stop before this many pairs, as the standard deviation of a few pairs is not a good
  // measure of chance. At least 2.
  std::uint64_t least_pairs = 16;
};

// The minimum variance of the mean spreads of sets of games in points², which is the variance of rounding:
// the mean of a pair is a multiple of ½, and rounding to that has the variance (½)² / 12. Equal results are
// no more exact than that.
inline constexpr double kMinSpreadVariance = 1.0 / 48;

// The mean and the central moments of numbers that are added one at a time and not kept. Sums of powers would
// lose accuracy far from 0, and this does not (Welford 1962; Pébay 2008 for the third moment).
class RunningMoments {
 public:
  void add(double value) {
    const double before = static_cast<double>(count_++);
    const double off = value - mean_, step = off / (before + 1), growth = off * step * before;
    mean_ += step;
    cubes_ += step * (growth * (before - 1) - 3 * squares_);
    squares_ += growth;
  }

  std::uint64_t count() const { return count_; }
  double mean() const { return mean_; }  // 0 if there are no numbers.
  // The sums of the squared and of the cubed deviations from the mean.
  double squares() const { return squares_; }
  double cubes() const { return cubes_; }

 private:
  std::uint64_t count_ = 0;
  double mean_ = 0, squares_ = 0, cubes_ = 0;
};

// The pairs of a match as this test sees them.
class PairSpreads {
 public:
  // Adds a pair, given one side's points less the other's in each of its two games. The spread of a forfeited
  // game says nothing about strength; the caller decides whether to add it.
  void add(double one, double other) { games_mean_.add((one + other) / 2); }

  std::uint64_t pairs() const { return games_mean_.count(); }
  double mean() const { return games_mean_.mean(); }  // Points per game.
  // The variance of the pairs' mean spreads in points²: the sum of squares divided by the number of pairs. It
  // is at least `kMinSpreadVariance`.
  double variance() const;
  // The third central moment divided by the variance to the power of 3/2, and limited to -1 … 1.
  double skewness() const;
  // The standard error of the mean, √(variance / (pairs - 1)). Not a number if there are fewer than two
  // pairs.
  double standard_error() const;
  // Half of the mean's 95 % interval: the standard error times Student's quantile. Not a number if there are
  // fewer than two pairs.
  double error() const;
  // Whether the two games of every pair have opposite spreads.
  bool are_level() const { return games_mean_.mean() == 0 && games_mean_.squares() == 0; }

 private:
  RunningMoments games_mean_;
};

class SpreadTest {
 public:
  // An error if the parameters are out of range.
  static Result<SpreadTest> make(const SpreadParameters& parameters);

  const SpreadParameters& parameters() const { return parameters_; }
  LlrBounds bounds() const { return wald_bounds(parameters_.rates); }

  // The natural logarithm of the likelihood ratio of H1 to H0. It is the ratio for normal spreads, with each
  // hypothesis at its likeliest variance, plus a term for the skewness of the pairs:
  //   n/2 · ln((v + (mean - spread0)²) / (v + (mean - spread1)²)) + n/3 · skewness · (u0³ - u1³),
  //   u = (mean - spread) / √(v + (mean - spread)²)
  double llr(const PairSpreads& pairs) const;

  SequentialState state(const PairSpreads& pairs) const;

 private:
  explicit SpreadTest(const SpreadParameters& parameters) : parameters_(parameters) {}

  SpreadParameters parameters_;
};

// The difference in Elo that corresponds to a mean spread of one point per game between two players of nearly
// the same strength, if a game's spread is normal with the standard deviation `game_sd`, above 0. For
// comparison only.
double elo_a_point(double game_sd);

}  // namespace toptile
