#include "ratings/fit/confidence.h"

#include <algorithm>
#include <array>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <iterator>
#include <limits>

namespace toptile {

namespace {

const boost::math::normal kNormal;
// Without a policy, everything would be computed with long double, which takes three times as long.
using StudentsT = boost::math::students_t_distribution<
    double, boost::math::policies::policy<boost::math::policies::promote_double<false>>>;
constexpr double kNormalQuantile = 1.959963985;
constexpr double kErrorOfMixture = 0.05;  // The mixture is the best one for this error.
constexpr double kUpToTheEnd = 0.9;       // The part of the error that is spent up to the planned end.
// How rarely a mixture's exponential is reached before the planned end, by simulation (tests/ratings/fit/
// every_look.cpp).
constexpr double kLess = 0.33, kLessAndLess = 0.075, kBend = 3;
constexpr double kMinVariance = 1e-12;  // Elo².
// Without a plan: the ordinary intervals, ±, at which each mixture's interval is narrowest, in Elo.
constexpr double kNarrowest[] = {10, 25, 62.5, 156.25, 390.625};
constexpr double kMaxDeviations = 1e6;
constexpr int kHalvings = 60;
// Student's quantiles for a smaller error would be further out than a few results can ever show.
constexpr double kMinError = 1e-12;

}  // namespace

double student_quantile(double samples) {
  return boost::math::quantile(StudentsT(samples - 1), 0.975);
}

double student_quantile(double samples, double error) {
  return boost::math::quantile(boost::math::complement(StudentsT(samples - 1), error / 2));
}

// The width at the end is smallest if the ratio there is about -2 log(error) + log(-2 log(error)) + 1 (Howard
// and others, section 3.5).
EveryLook::EveryLook(Plan plan, double share, double part) : plan_(plan), part_(part) {
  const double twice = -2 * std::log(kErrorOfMixture);
  ratio_ = std::max(share, std::numeric_limits<double>::min()) * (twice + std::log(twice) + 1);
}

EveryLook::EveryLook(double share_played)
    : EveryLook(share_played > 1 ? Plan::over : Plan::in_play, share_played) {}

EveryLook EveryLook::without_plan() {
  return {Plan::none, 1};
}

EveryLook EveryLook::after_plan() {
  return {Plan::none, 1, 1 - kUpToTheEnd};
}

EveryLook EveryLook::at(double variance) const {
  if (plan_ != Plan::none) return *this;
  return {Plan::none, 1 / (kNormalQuantile * kNormalQuantile * std::max(variance, kMinVariance)), part_};
}

double EveryLook::log_mean(double deviations) const {
  std::array<double, std::size(kNarrowest)> logs{};
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const double ratio = ratio_ * kNarrowest[i] * kNarrowest[i];
    logs[i] = (deviations * deviations * ratio / (1 + ratio) - std::log1p(ratio)) / 2;
  }
  const double most = *std::ranges::max_element(logs);
  double sum = 0;
  for (const double log : logs) sum += std::exp(log - most);
  return most + std::log(sum / static_cast<double>(logs.size()));
}

// exp(-x / 2) is the chance to reach exp(x / 2) ever. Before the planned end it is reached in a share of
// these cases only, which is at most exp(-kLess - kLessAndLess x) above kBend.
double EveryLook::twice_log_of(double error) const {
  if (plan_ == Plan::over) return -2 * std::log((1 - kUpToTheEnd) * error);
  const double wanted = -std::log(kUpToTheEnd * error);
  const double at_bend = kLess + (0.5 + kLessAndLess) * kBend;
  return wanted < at_bend ? wanted / at_bend * kBend : (wanted - kLess) / (0.5 + kLessAndLess);
}

double EveryLook::error_of(double twice_log) const {
  const double at = std::max(0.0, twice_log);
  if (plan_ == Plan::over) return std::min(1.0, std::exp(-at / 2) / (1 - kUpToTheEnd));
  const double less = std::min(1.0, at / kBend) * kLess + kLessAndLess * at;
  return std::min(1.0, std::exp(-at / 2 - less) / kUpToTheEnd);
}

double EveryLook::deviations(double error) const {
  if (plan_ == Plan::none) {
    const double wanted = -std::log(part_ * error);
    double low = 0, high = 1;
    while (log_mean(high) < wanted && high < kMaxDeviations) high *= 2;
    for (int step = 0; step < kHalvings; ++step) {
      const double middle = (low + high) / 2;
      (log_mean(middle) < wanted ? low : high) = middle;
    }
    return high;
  }
  return std::sqrt((1 + 1 / ratio_) * (std::log1p(ratio_) + twice_log_of(error)));
}

double EveryLook::error_of_one_look(double error) const {
  const double tail = boost::math::cdf(boost::math::complement(kNormal, deviations(error)));
  return std::max(2 * tail, kMinError);
}

double EveryLook::chance_at_any_look(double chance) const {
  if (chance <= 0) return 0;
  const double deviations =
      boost::math::quantile(boost::math::complement(kNormal, std::min(chance, 1.0) / 2));
  if (plan_ == Plan::none) return std::min(1.0, std::exp(-log_mean(deviations)) / part_);
  return error_of(deviations * deviations / (1 + 1 / ratio_) - std::log1p(ratio_));
}

double student_tail(double degrees, double value) {
  return boost::math::cdf(boost::math::complement(StudentsT(degrees), value));
}

}  // namespace toptile
