#include "league/choice/table_order.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <vector>

BOOST_AUTO_TEST_SUITE(table_order)

namespace {

using namespace toptile;

// Half of the mean of what is lost if the one that seems stronger is the weaker, with twice the deviation, by
// summing over the normal distribution.
double slow_loss(const Difference& difference) {
  double sum = 0, weights = 0;
  for (double z = -10; z <= 10; z += 0.001) {
    const double weight = std::exp(-z * z / 2);
    const double x = std::abs(difference.mean) + z * 2 * std::sqrt(difference.variance);
    sum += weight * std::max(0.0, -x);
    weights += weight;
  }
  return sum / weights / 2;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_loss_is_the_mean_of_what_is_lost) {
  for (const double mean : {0.0, 0.3, -0.3, 1.0, 2.0})
    for (const double variance : {0.01, 0.5, 4.0})
      BOOST_TEST(std::abs(expected_loss({mean, variance}) - slow_loss({mean, variance})) < 1e-5);
}

BOOST_AUTO_TEST_CASE(the_slope_is_the_derivative_by_the_variance) {
  for (const double mean : {0.0, 0.3, -1.0, 2.0}) {
    for (const double variance : {0.2, 1.0, 5.0}) {
      const double step = 1e-5;
      const double rise = expected_loss({mean, variance + step}) - expected_loss({mean, variance - step});
      BOOST_TEST(std::abs(loss_slope({mean, variance}) - rise / (2 * step)) < 1e-6);
    }
  }
}

BOOST_AUTO_TEST_CASE(far_contenders_lose_nothing) {
  for (const double mean : {1e3, -1e150}) {
    BOOST_TEST(expected_loss({mean, 1e-12}) == 0);
    BOOST_TEST(loss_slope({mean, 1e-12}) == 0);
  }
}

BOOST_AUTO_TEST_CASE(ranks_begin_with_the_strongest) {
  BOOST_TEST(ranks_of(std::vector<double>{0.5, 2, -1, 0.5}) == (std::vector<int>{2, 1, 4, 3}));
  BOOST_TEST(ranks_of(std::vector<double>{}).empty());
  BOOST_TEST(pair_weight({10, 1}, 1, 2) == 11);
  BOOST_TEST(pair_weight({10, 1}, 40, 5) == 3);
}

BOOST_AUTO_TEST_SUITE_END()
