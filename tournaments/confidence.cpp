#include "tournaments/confidence.h"

#include <boost/math/distributions/students_t.hpp>

namespace toptile {

double student_quantile(double samples) {
  return boost::math::quantile(boost::math::students_t(samples - 1), 0.975);
}

}  // namespace toptile
