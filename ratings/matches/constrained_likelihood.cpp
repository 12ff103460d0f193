#include "ratings/matches/constrained_likelihood.h"

#include <algorithm>
#include <array>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/assert.h"

// Under the constraint Σ q φ = 0 the likelihood is largest at q = p / (1 + θ φ), where θ is the root of
// Σ p φ / (1 + θ φ) = 0 (Lagrange). The sum falls all the way from one pole to the next. As no q is above 1,
// 1 + θ φ is at least p for every outcome: this brackets the root and keeps clear of the poles. The
// likelihood is stationary in θ, so that an error of 1e-8 in θ is only one of 1e-16 in the result.
namespace toptile {
namespace {

constexpr std::size_t kMaxOutcomes = 5;
constexpr int kBits = 40;  // The precision of a root.
constexpr std::uintmax_t kMaxSteps = 200;
constexpr double kMaxEffect = 1.3;
constexpr int kGrid = 16;

using Values = std::array<double, kMaxOutcomes>;

// The step of the score from one outcome to the next.
double spacing(std::span<const double> shares) {
  return 1 / static_cast<double>(shares.size() - 1);
}

// A root of f, which is at least 0 at `low` and at most 0 at `high`.
template <class F>
double root(const F& f, double low, double high) {
  const double at_low = f(low), at_high = f(high);
  if (at_low <= 0) return low;
  if (at_high >= 0) return high;
  std::uintmax_t steps = kMaxSteps;
  const boost::math::tools::eps_tolerance<double> close_enough(kBits);
  const auto [left, right] =
      boost::math::tools::toms748_solve(f, low, high, at_low, at_high, close_enough, steps);
  return left + (right - left) / 2;
}

// Σ p φ / (1 + θ φ), which falls as θ grows.
double slope_at(double theta, std::span<const double> shares, const Values& phi) {
  double total = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) total += shares[i] * phi[i] / (1 + theta * phi[i]);
  return total;
}

// The root θ. Some values of φ must be above 0 and some below.
double multiplier(std::span<const double> shares, const Values& phi) {
  double low = -std::numeric_limits<double>::infinity(), high = -low;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double end = -(1 - shares[i]) / phi[i];
    if (phi[i] > 0) low = std::max(low, end);
    if (phi[i] < 0) high = std::min(high, end);
  }
  return root([&](double theta) { return slope_at(theta, shares, phi); }, low, high);
}

double fit(std::span<const double> shares, const Values& phi) {
  const double theta = multiplier(shares, phi);
  double total = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) total -= shares[i] * std::log1p(theta * phi[i]);
  return total;
}

// The derivative of mean - ½ - effect · sd by the share of each outcome, at the standard deviation `sd` and
// the mean that the constraint requires with it.
Values tangent(std::span<const double> shares, double effect, double sd) {
  Values phi{};
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double above = static_cast<double>(i) * spacing(shares) - 0.5;
    const double standard = above / sd - effect;
    phi[i] = above - effect * sd / 2 * (1 + standard * standard);
  }
  return phi;
}

// How far the mean of the likeliest distribution under Σ q φ = 0 is above the mean that the constraint
// requires. It is 0 if the standard deviation of that distribution is `sd`.
double excess(std::span<const double> shares, double effect, double sd) {
  const Values phi = tangent(shares, effect, sd);
  const double theta = multiplier(shares, phi);
  double result = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double above = static_cast<double>(i) * spacing(shares) - 0.5;
    result += shares[i] / (1 + theta * phi[i]) * (above - effect * sd);
  }
  return result;
}

}  // namespace

double fit_of_score(std::span<const double> shares, double score) {
  TOPTILE_ASSERT(shares.size() >= 2 && shares.size() <= kMaxOutcomes && score > 0 && score < 1);
  Values phi{};
  for (std::size_t i = 0; i < shares.size(); ++i) phi[i] = static_cast<double>(i) * spacing(shares) - score;
  return fit(shares, phi);
}

double fit_of_effect(std::span<const double> shares, double effect) {
  TOPTILE_ASSERT(shares.size() >= 2 && shares.size() <= kMaxOutcomes && std::abs(effect) <= kMaxEffect);
  if (effect == 0) return fit_of_score(shares, 0.5);
  if (effect < 0) {
    Values mirrored{};
    std::ranges::reverse_copy(shares, mirrored.begin());
    return fit_of_effect(std::span(mirrored).first(shares.size()), -effect);
  }
  // The likelihood has a maximum where the excess falls through 0. Below `low` no outcome has a φ above 0.
  // The excess is above 0 at `low`, and below 0 at ½, which no standard deviation exceeds.
  const double square = effect * effect;
  const double low = spacing(shares) * effect / (1 + square + std::sqrt(1 + square)) * (1 + 1e-6);
  const auto f = [&](double sd) { return excess(shares, effect, sd); };
  const double ratio = std::pow(0.5 / low, 1.0 / kGrid);
  double best = -std::numeric_limits<double>::infinity();
  double left = low;
  bool above_at_left = true;
  for (int k = 1; k <= kGrid; ++k) {
    const double right = k == kGrid ? 0.5 : low * std::pow(ratio, k);
    const bool above_at_right = k < kGrid && f(right) >= 0;
    if (above_at_left && !above_at_right) {
      best = std::max(best, fit(shares, tangent(shares, effect, root(f, left, right))));
    }
    left = right;
    above_at_left = above_at_right;
  }
  return best;
}

}  // namespace toptile
