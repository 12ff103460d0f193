#include "ratings/matches/spread_test.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "ratings/fit/confidence.h"
#include "ratings/fit/elo_scale.h"

namespace toptile {
namespace {

constexpr double kMaxSpread = 10'000;  // Points a game.
// A larger value comes from a few pairs that lie far out, and does not measure what to expect.
constexpr double kMaxSkewness = 1;

double squared(double x) {
  return x * x;
}

}  // namespace

double PairSpreads::variance() const {
  if (pairs() == 0) return kMinSpreadVariance;
  return std::max(kMinSpreadVariance, games_mean_.squares() / static_cast<double>(pairs()));
}

double PairSpreads::skewness() const {
  if (pairs() == 0) return 0;
  const double skewness = games_mean_.cubes() / static_cast<double>(pairs()) / std::pow(variance(), 1.5);
  return std::clamp(skewness, -kMaxSkewness, kMaxSkewness);
}

double PairSpreads::standard_error() const {
  if (pairs() < 2) return std::numeric_limits<double>::quiet_NaN();
  return std::sqrt(variance() / static_cast<double>(pairs() - 1));
}

double PairSpreads::error() const {
  if (pairs() < 2) return std::numeric_limits<double>::quiet_NaN();
  return student_quantile(static_cast<double>(pairs())) * standard_error();
}

Result<SpreadTest> SpreadTest::make(const SpreadParameters& parameters) {
  const double spread0 = parameters.spread0, spread1 = parameters.spread1;
  if (!std::isfinite(spread0) || !std::isfinite(spread1)) {
    return Error{fmt::format("spread0 is {} and spread1 is {}: both must be numbers of points a game",
                             spread0, spread1)};
  }
  if (std::abs(spread0) > kMaxSpread || std::abs(spread1) > kMaxSpread) {
    return Error{fmt::format("spread0 is {} and spread1 is {}: no game has a spread beyond {:.0f} points",
                             spread0, spread1, kMaxSpread)};
  }
  if (!(spread0 < spread1)) {
    return Error{fmt::format("spread1 is {} and spread0 is {}: spread1 must be the higher of the two",
                             spread1, spread0)};
  }
  if (parameters.least_pairs < 2) {
    return Error{fmt::format("least_pairs is {}: at least 2 pairs are needed to measure how much they differ",
                             parameters.least_pairs)};
  }
  if (auto checked = check_rates(parameters.rates); !checked) return checked.as_failure();
  return SpreadTest(parameters);
}

double SpreadTest::llr(const PairSpreads& pairs) const {
  const double off0 = pairs.mean() - parameters_.spread0, off1 = pairs.mean() - parameters_.spread1;
  const double under_h0 = pairs.variance() + squared(off0), under_h1 = pairs.variance() + squared(off1);
  // The function log1p keeps its accuracy if the ratio of the two is close to 1.
  const double normal = std::log1p((off0 - off1) * (off0 + off1) / under_h1) / 2;
  const double lopsided = std::pow(off0 / std::sqrt(under_h0), 3) - std::pow(off1 / std::sqrt(under_h1), 3);
  return static_cast<double>(pairs.pairs()) * (normal + pairs.skewness() * lopsided / 3);
}

SequentialState SpreadTest::state(const PairSpreads& pairs) const {
  if (pairs.pairs() < parameters_.least_pairs) return SequentialState::proceed;
  return state_at(llr(pairs), bounds());
}

double elo_a_point(double game_sd) {
  return 4 / (std::sqrt(2 * std::numbers::pi) * game_sd * kLogitsPerElo);
}

}  // namespace toptile
