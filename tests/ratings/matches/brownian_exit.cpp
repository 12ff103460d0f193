#include "ratings/matches/brownian_exit.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <vector>

namespace toptile {
BOOST_AUTO_TEST_SUITE(brownian_exit)

namespace {

// The slow way: a random walk of small steps up and down. Its distribution is computed step by step until the
// time has passed. Both ends lie on steps, so that it never jumps beyond them.
double chance_of_walk(const BrownianMotion& motion, double time, int steps_across) {
  const double width = motion.below + motion.above, step = width / steps_across;
  const int start = static_cast<int>(std::lround(motion.below / step));
  const double moment = step * step / motion.variance;
  const double up = 1 / (1 + std::exp(-2 * motion.drift * step / motion.variance));
  std::vector<double> at(static_cast<std::size_t>(steps_across) + 1), next = at;
  at[static_cast<std::size_t>(start)] = 1;
  double left = 0;
  const long moments = std::lround(time / moment);
  for (long i = 0; i < moments; ++i) {
    std::fill(next.begin(), next.end(), 0.0);
    for (std::size_t k = 1; k + 1 < at.size(); ++k) {
      next[k - 1] += at[k] * (1 - up);
      next[k + 1] += at[k] * up;
    }
    left += next.front();
    at = next;
  }
  return left;
}

BOOST_AUTO_TEST_CASE(a_walk_of_small_steps_leaves_as_often) {
  const BrownianMotion table[] = {
      {1, 1, 0, 1}, {1, 3, 0.4, 1}, {3, 1, -0.4, 1}, {2, 2, 1.5, 2}, {2.94, 2.94, -0.005, 0.01},
      {1, 1, -3, 1}};
  for (const BrownianMotion& motion : table) {
    const double width = motion.below + motion.above;
    for (const double scaled_time : {0.05, 0.2, 0.29, 0.31, 0.6, 2.0}) {
      const double time = scaled_time * width * width / motion.variance;
      BOOST_TEST(std::abs(chance_to_leave_below(motion, time) - chance_of_walk(motion, time, 200)) < 5e-4,
                 chance_to_leave_below(motion, time)
                     << " should be " << chance_of_walk(motion, time, 200) << " at " << scaled_time);
    }
  }
}

BOOST_AUTO_TEST_CASE(given_time_it_leaves_at_one_end_or_the_other_as_wald_has_it) {
  for (const double drift : {-1.0, -0.1, 0.0, 1e-12, 0.3}) {
    const BrownianMotion motion{2, 3, drift, 1};
    const double below = chance_to_leave_below(motion, 1e4), above = chance_to_leave_above(motion, 1e4);
    BOOST_TEST(std::abs(below + above - 1) < 1e-9);
    // The mean of exp(-2 drift x) is always 1.
    BOOST_TEST(std::abs(below * std::exp(4 * drift) + above * std::exp(-6 * drift) - 1) < 1e-9);
  }
}

BOOST_AUTO_TEST_CASE(the_two_series_meet) {
  for (const double drift : {-20.0, -2.0, 0.0, 2.0, 20.0}) {
    for (const double below : {0.02, 0.5, 0.9}) {
      const BrownianMotion motion{below, 1 - below, drift, 1};
      const double before = chance_to_leave_below(motion, 0.3),
                   after = chance_to_leave_below(motion, 0.3 + 1e-13);
      BOOST_TEST(std::abs(before - after) < 1e-11, before << " and " << after);
    }
  }
}

BOOST_AUTO_TEST_CASE(extreme_drifts_and_times_are_chances) {
  for (const double drift : {-1e6, -1e3, 1e3, 1e6}) {
    for (const double time : {1e-9, 1e-3, 1.0, 1e9}) {
      const BrownianMotion motion{1, 1, drift, 1};
      const double below = chance_to_leave_below(motion, time);
      BOOST_TEST(below >= 0);
      BOOST_TEST(below <= 1);
      if (drift > 0) BOOST_TEST(below < 1e-9);
      if (drift < 0 && time >= 1) BOOST_TEST(below > 1 - 1e-9);
    }
  }
}

BOOST_AUTO_TEST_CASE(more_time_and_less_drift_are_more_chance_below) {
  double last = 0;
  for (double time = 0.01; time < 3; time += 0.01) {
    const double chance = chance_to_leave_below({1, 1, 0.2, 1}, time);
    BOOST_TEST(chance >= last);
    last = chance;
  }
  last = 1;
  for (double drift = -5; drift < 5; drift += 0.1) {
    const double chance = chance_to_leave_below({1, 1, drift, 1}, 0.7);
    BOOST_TEST(chance <= last);
    last = chance;
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
