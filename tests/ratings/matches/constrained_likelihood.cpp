#include "ratings/matches/constrained_likelihood.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "tests/ratings/matches/simulated_pairs.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(constrained_likelihood)

namespace {

// The shares of ordinary matches, of one-sided ones, and of those in which nearly all pairs have one result.
const Pentashares kMatches[] = {
    {.17, .01, .63, .012, .178},        {.33, .02, .30, .01, .34},        {.2, .2, .2, .2, .2},
    {.13, .27, .35, .15, .10},          {.02, .01, .47, .03, .47},        {.951, .043, .003, .002, .001},
    {1e-4, 1e-4, 1 - 4e-4, 1e-4, 1e-4}, {.17, .23, .59979, 1.6e-4, 5e-5}, {1e-6, 1e-6, 1e-6, 1e-6, 1 - 4e-6}};

void check_near(double a, double b, double tolerance) {
  BOOST_TEST(std::abs(a - b) <= tolerance * (1 + std::abs(b)), a << " should be " << b);
}

// The highest Σ p ln(q / p) over all q with this mean. It climbs along directions that keep sum and mean.
double slow_fit_of_score(const Pentashares& p, double score) {
  const double end = score > 0.5 ? 2 * score - 1 : 1 - 2 * score;
  Pentashares q{};
  for (int i = 0; i < 5; ++i) q[i] = (1 - end) / 5;
  q[score > 0.5 ? 4 : 0] += end;
  double last = -1e9, now = -1e8;
  while (now > last + 1e-15) {
    last = now;
    for (int a = 0; a < 5; ++a) {
      for (int b = a + 1; b < 5; ++b) {
        for (int c = b + 1; c < 5; ++c) {
          const double u = c - b, w = b - a, v = u + w;
          double low = -std::min(q[a] / u, q[c] / w), high = q[b] / v;
          const auto value = [&](double x) {
            return p[a] * std::log(q[a] + x * u) + p[b] * std::log(q[b] - x * v) +
                   p[c] * std::log(q[c] + x * w);
          };
          for (int k = 0; k < 90; ++k) {
            const double left = low + (high - low) / 3, right = high - (high - low) / 3;
            (value(left) < value(right) ? low : high) = value(left) < value(right) ? left : right;
          }
          q[a] += low * u;
          q[b] -= low * v;
          q[c] += low * w;
        }
      }
    }
    now = 0;
    for (int i = 0; i < 5; ++i) now += p[i] * std::log(q[i] / p[i]);
  }
  return now;
}

// The same for a given mean and variance. It climbs the dual, -Σ p ln(1 + x (a - mean) + y ((a - mean)² -
// variance)), with Newton's steps, halved if necessary; far below 0 if no distribution has both.
double slow_fit_of_moments(const Pentashares& p, double mean, double variance) {
  double x = 0, y = 0;
  const auto dual = [&](double at_x, double at_y) {
    double total = 0;
    for (int i = 0; i < 5; ++i) {
      const double off = i / 4.0 - mean, weight = 1 + at_x * off + at_y * (off * off - variance);
      if (weight <= 0) return -1e9;
      total += p[i] * std::log(weight);
    }
    return total;
  };
  for (int steps = 0; steps < 100; ++steps) {
    double gx = 0, gy = 0, xx = 0, xy = 0, yy = 0;
    for (int i = 0; i < 5; ++i) {
      const double off = i / 4.0 - mean, square = off * off - variance;
      const double weight = 1 + x * off + y * square, share = p[i] / weight / weight;
      gx += p[i] * off / weight;
      gy += p[i] * square / weight;
      xx += share * off * off;
      xy += share * off * square;
      yy += share * square * square;
    }
    const double det = xx * yy - xy * xy;
    const double step_x = (yy * gx - xy * gy) / det, step_y = (xx * gy - xy * gx) / det;
    double factor = 1;
    while (factor > 1e-12 && dual(x + factor * step_x, y + factor * step_y) < dual(x, y)) factor /= 2;
    x += factor * step_x;
    y += factor * step_y;
  }
  return -dual(x, y);
}

// The highest value over all standard deviations: a grid, then a ternary search around its best point.
double slow_fit_of_effect(const Pentashares& p, double effect) {
  const auto value = [&](double sd) { return slow_fit_of_moments(p, 0.5 + effect * sd, sd * sd); };
  const int grid = 400;
  int best = 1;
  for (int k = 1; k < grid; ++k) {
    if (value(0.5 * k / grid) > value(0.5 * best / grid)) best = k;
  }
  double low = 0.5 * (best - 1) / grid, high = 0.5 * (best + 1) / grid;
  for (int k = 0; k < 60; ++k) {
    const double left = low + (high - low) / 3, right = high - (high - low) / 3;
    (value(left) < value(right) ? low : high) = value(left) < value(right) ? left : right;
  }
  return value(low);
}

BOOST_AUTO_TEST_CASE(the_fit_of_a_score_is_that_of_a_slow_search) {
  for (const Pentashares& shares : kMatches) {
    for (const double score : {0.02, 0.4, 0.493, 0.5, 0.514, 0.7, 0.95}) {
      check_near(fit_of_score(shares, score), slow_fit_of_score(shares, score), 1e-10);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_fit_of_an_effect_is_the_highest_of_a_slow_search) {
  for (const Pentashares& shares : kMatches) {
    for (const double effect : {-0.3, -0.08, 0.04, 0.2, 0.8}) {
      check_near(fit_of_effect(shares, effect), slow_fit_of_effect(shares, effect), 1e-9);
    }
    check_near(fit_of_effect(shares, 0), slow_fit_of_score(shares, 0.5), 1e-10);
  }
}

BOOST_AUTO_TEST_CASE(what_meets_the_constraint_fits_perfectly) {
  for (const Pentashares& shares : kMatches) {
    const double score = mean_score(shares);
    check_near(fit_of_score(shares, score), 0, 1e-14);
    const double effect = (score - 0.5) / std::sqrt(pair_variance(shares));
    if (std::abs(effect) < 1.3) check_near(fit_of_effect(shares, effect), 0, 1e-12);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
