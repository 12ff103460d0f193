#include "tournaments/ratings/confidence.h"

#include <boost/math/distributions/students_t.hpp>

namespace toptile {

double student_quantile(double samples) {
  return boost::math::quantile(boost::math::students_t(samples - 1), 0.975);
}

double student_quantile(double samples, double error) {
  return boost::math::quantile(boost::math::complement(boost::math::students_t(samples - 1), error / 2));
}

}  // namespace toptile
