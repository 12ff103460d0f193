#include "ratings/fit/confidence.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

namespace toptile {

namespace {

const boost::math::normal kNormal;
constexpr double kErrorOfMixture = 0.05;  // The mixture is the best one for this error.
// Student's quantiles for a smaller error would be further out than a few results can ever show.
constexpr double kMinError = 1e-12;

}  // namespace

double student_quantile(double samples) {
  return boost::math::quantile(boost::math::students_t(samples - 1), 0.975);
}

double student_quantile(double samples, double error) {
  return boost::math::quantile(boost::math::complement(boost::math::students_t(samples - 1), error / 2));
}

// The width at the end is smallest if the ratio there is about -2 log(error) + log(-2 log(error)) + 1 (Howard
// and others, section 3.5).
EveryLook::EveryLook(double share_played) {
  const double twice = -2 * std::log(kErrorOfMixture);
  ratio_ = std::max(share_played, std::numeric_limits<double>::min()) * (twice + std::log(twice) + 1);
}

double EveryLook::deviations(double error) const {
  return std::sqrt((1 + 1 / ratio_) * (std::log1p(ratio_) - 2 * std::log(error)));
}

double EveryLook::error_of_one_look(double error) const {
  const double tail = boost::math::cdf(boost::math::complement(kNormal, deviations(error)));
  return std::max(2 * tail, kMinError);
}

double EveryLook::chance_at_any_look(double chance) const {
  if (chance <= 0) return 0;
  const double deviations =
      boost::math::quantile(boost::math::complement(kNormal, std::min(chance, 1.0) / 2));
  const double square = deviations * deviations / (1 + 1 / ratio_);
  return std::min(1.0, std::exp((std::log1p(ratio_) - square) / 2));
}

double student_tail(double degrees, double value) {
  return boost::math::cdf(boost::math::complement(boost::math::students_t(degrees), value));
}

}  // namespace toptile
