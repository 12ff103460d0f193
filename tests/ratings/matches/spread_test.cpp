#include "ratings/matches/spread_test.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "ratings/matches/sprt.h"
#include "tests/ratings/matches/simulated_pairs.h"
#include "tests/tier.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(spread_test)

namespace {

constexpr double kGameSd = 60, kShared = 0.4;  // The values between the shipped bots.

SpreadTest test_of(double spread0, double spread1, ErrorRates rates = {}) {
  return SpreadTest::make({spread0, spread1, rates, 16}).value();
}

PairSpreads pairs_of(const std::vector<double>& means) {
  PairSpreads pairs;
  for (const double mean : means) pairs.add(mean, mean);
  return pairs;
}

void check_near(double a, double b, double tolerance = 1e-9) {
  BOOST_TEST(std::abs(a - b) <= tolerance * (1 + std::abs(b)), a << " should be " << b);
}

// The maximum of the normal likelihood over all standard deviations.
double slow_normal_fit(const std::vector<double>& means, double mean) {
  const auto value = [&](double log_sd) {
    double total = 0;
    for (const double x : means) total -= log_sd + (x - mean) * (x - mean) * std::exp(-2 * log_sd) / 2;
    return total;
  };
  double low = -5, high = 15;
  for (int k = 0; k < 200; ++k) {
    const double left = low + (high - low) / 3, right = high - (high - low) / 3;
    (value(left) < value(right) ? low : high) = value(left) < value(right) ? left : right;
  }
  return value(low);
}

// The maximum of the likelihood over all distributions of these numbers with this mean.
double slow_empirical_fit(const std::vector<double>& means, double mean) {
  const auto [least, most] = std::minmax_element(means.begin(), means.end());
  double low = -1 / (*most - mean), high = 1 / (mean - *least);
  for (int k = 0; k < 200; ++k) {
    const double theta = (low + high) / 2;
    double slope = 0;
    for (const double x : means) slope += (x - mean) / (1 + theta * (x - mean));
    (slope > 0 ? low : high) = theta;
  }
  double total = 0;
  for (const double x : means) total -= std::log1p(low * (x - mean));
  return total;
}

BOOST_AUTO_TEST_CASE(moments_are_those_of_the_numbers_far_from_0_too) {
  for (const double shift : {0.0, 1e9}) {
    RunningMoments moments;
    for (const double value : {4.0, 7.0, 13.0, 16.0}) moments.add(shift + value);
    BOOST_TEST(moments.count() == 4U);
    check_near(moments.mean(), shift + 10);
    check_near(moments.squares(), 90);
    check_near(moments.cubes(), 0);
    moments.add(shift + 30);
    check_near(moments.cubes(), -1000 - 343 - 1 + 8 + 4096);
  }
}

BOOST_AUTO_TEST_CASE(a_pair_is_the_mean_of_its_two_games) {
  PairSpreads pairs;
  pairs.add(30, -10);
  pairs.add(-5, -7);
  pairs.add(61, 21);
  BOOST_TEST(pairs.pairs() == 3U);
  check_near(pairs.mean(), (10 - 6 + 41) / 3.0);
  const double variance = (25 + 441 + 676) / 3.0;
  check_near(pairs.variance(), variance);
  check_near(pairs.standard_error(), std::sqrt(variance / 2));
  BOOST_TEST(std::isnan(pairs_of({3}).standard_error()));
}

BOOST_AUTO_TEST_CASE(of_symmetric_spreads_the_ratio_is_that_of_the_normal_likelihoods_at_their_maxima) {
  const std::vector<double> means{12, -30, 4.5, 55, 8, 12.5, 0.5, -42.5, 42.5, 8};
  std::vector<double> symmetric = means;
  for (const double mean : means) symmetric.push_back(14 - mean);
  for (const double spread1 : {0.5, 5.0, 40.0}) {
    const double slow = slow_normal_fit(symmetric, spread1) - slow_normal_fit(symmetric, -1);
    check_near(test_of(-1, spread1).llr(pairs_of(symmetric)), slow, 1e-10);
  }
}

BOOST_AUTO_TEST_CASE(of_lopsided_spreads_the_ratio_is_near_that_of_the_empirical_likelihoods) {
  std::vector<double> means;  // Their skewness is 0.64 and their mean 0.
  for (int k = 0; k < 20'000; ++k) means.push_back(120 * std::pow((k + 0.5) / 20'000, 2) - 40);
  const double empirical = slow_empirical_fit(means, 3) - slow_empirical_fit(means, -2);
  const double normal = slow_normal_fit(means, 3) - slow_normal_fit(means, -2);
  const double ratio = test_of(-2, 3).llr(pairs_of(means));
  BOOST_TEST(std::abs(empirical - normal) > 2);
  BOOST_TEST(std::abs(empirical - ratio) < 0.5);
}

BOOST_AUTO_TEST_CASE(one_pair_far_out_is_not_taken_for_a_lopsided_game) {
  PairSpreads pairs;
  for (int k = 0; k < 30; ++k) pairs.add(k % 5, -k % 3);
  BOOST_TEST(std::abs(pairs.skewness()) < 0.5);
  pairs.add(300, 300);
  BOOST_TEST(pairs.skewness() == 1);
}

BOOST_AUTO_TEST_CASE(the_ratio_knows_no_unit_no_zero_and_no_side) {
  const std::vector<double> means{12, -30, 4.5, 55, 8, -2.5, 20, 1};
  const double llr = test_of(2, 9).llr(pairs_of(means));
  std::vector<double> moved, scaled, swapped;
  for (const double mean : means) {
    moved.push_back(mean + 100);
    scaled.push_back(mean * 3);
    swapped.push_back(-mean);
  }
  check_near(test_of(102, 109).llr(pairs_of(moved)), llr);
  check_near(test_of(6, 27).llr(pairs_of(scaled)), llr);
  check_near(test_of(-9, -2).llr(pairs_of(swapped)), -llr);
}

BOOST_AUTO_TEST_CASE(the_test_does_not_stop_before_its_least_number_of_pairs) {
  PairSpreads pairs;
  for (int k = 0; k < 15; ++k) {
    pairs.add(50 + k, 40);
    BOOST_TEST((test_of(0, 10).state(pairs) == SequentialState::proceed));
  }
  pairs.add(50, 40);
  BOOST_TEST((test_of(0, 10).state(pairs) == SequentialState::accept_h1));
  BOOST_TEST((test_of(100, 130).state(pairs) == SequentialState::accept_h0));
}

BOOST_AUTO_TEST_CASE(two_bots_that_play_alike_are_no_division_by_zero) {
  PairSpreads pairs;
  BOOST_TEST(test_of(0, 5).llr(pairs) == 0);
  for (int k = 0; k < 20; ++k) pairs.add(31, -31);
  BOOST_TEST(std::isfinite(test_of(0, 5).llr(pairs)));
  BOOST_TEST((test_of(0, 5).state(pairs) == SequentialState::accept_h0));
  BOOST_TEST((test_of(-5, 0).state(pairs) == SequentialState::accept_h1));
}

BOOST_AUTO_TEST_CASE(parameters_out_of_range_are_refused_in_a_sentence) {
  const double infinity = std::numeric_limits<double>::infinity();
  const struct {
    SpreadParameters parameters;
    std::string says;
  } table[] = {
      {{5, 5, {}, 16}, "spread1 is 5 and spread0 is 5: spread1 must be the higher of the two"},
      {{0, infinity, {}, 16}, "spread0 is 0 and spread1 is inf: both must be numbers of points a game"},
      {{0, 5, {}, 1}, "least_pairs is 1: at least 2 pairs"},
      {{0, 5, {0.5, 0.05}, 16}, "alpha is 0.5: "},
      {{0, 5, {0.05, -1}, 16}, "beta is -1: "},
  };
  for (const auto& row : table) {
    const auto made = SpreadTest::make(row.parameters);
    BOOST_TEST_REQUIRE(!made);
    BOOST_TEST(made.error().message.starts_with(row.says), made.error().message);
  }
}

struct Share {
  double of_h1 = 0, pairs = 0;
};

template <class AddPair>
Share simulate(const SpreadTest& test, int repetitions, const AddPair& add_pair) {
  Share share;
  for (int k = 0; k < repetitions; ++k) {
    PairSpreads pairs;
    while (test.state(pairs) == SequentialState::proceed) add_pair(pairs);
    share.of_h1 += test.state(pairs) == SequentialState::accept_h1 ? 1.0 / repetitions : 0;
    share.pairs += double(pairs.pairs()) / repetitions;
  }
  return share;
}

// The rate may be above what was asked by a tenth, because Wald's bounds are those of a known variance, and
// by four binomial standard errors.
void check_at_most(double rate, double asked, int repetitions) {
  BOOST_TEST(rate < 1.1 * asked + 4 * std::sqrt(asked * (1 - asked) / repetitions));
}

BOOST_AUTO_TEST_CASE(simulated_tests_keep_their_error_rates) {
  const struct {
    double spread0 = 0, spread1 = 0, shared = 0;
    ErrorRates rates;
  } table[] = {{0, 5, 0.4, {0.05, 0.05}},
               {0, 10, 0, {0.05, 0.1}},
               {20, 30, 0.4, {0.02, 0.05}},
               {-10, 10, 0.7, {0.05, 0.05}}};
  const int repetitions = count_for(1000, 4000);
  for (const auto& row : table) {
    const SpreadTest test = test_of(row.spread0, row.spread1, row.rates);
    SimulatedPairs chance(17);
    const auto at = [&](double mean) {
      return simulate(test, repetitions, [&](PairSpreads& pairs) {
        const auto [one, other] = chance.spreads(mean, kGameSd, row.shared);
        pairs.add(one, other);
      });
    };
    const Share h0 = at(row.spread0), middle = at((row.spread0 + row.spread1) / 2), h1 = at(row.spread1);
    BOOST_TEST_MESSAGE("alpha " << h0.of_h1 << ", beta " << 1 - h1.of_h1 << "; pairs " << h0.pairs << ", "
                                << middle.pairs << ", " << h1.pairs);
    check_at_most(h0.of_h1, row.rates.alpha, repetitions);
    check_at_most(1 - h1.of_h1, row.rates.beta, repetitions);
    BOOST_TEST(middle.of_h1 > 0.3);
    BOOST_TEST(middle.of_h1 < 0.7);
    BOOST_TEST(middle.pairs > 1.2 * std::max(h0.pairs, h1.pairs));
  }
}

BOOST_AUTO_TEST_CASE(heavy_tails_and_lopsided_spreads_leave_the_error_rates_near_what_was_asked) {
  // The three have mean 0 and variance 1: Student's t with 4 degrees of freedom, a sum of four exponentials
  // with skewness 1, and its mirror image.
  SimulatedPairs chance(23);
  const auto heavy = [&] {
    double squares = 0;
    for (int k = 0; k < 4; ++k) squares += std::pow(chance.normal(), 2);
    return chance.normal() / std::sqrt(squares / 2);
  };
  const auto lopsided = [&] {
    double sum = -4;
    for (int k = 0; k < 4; ++k) sum -= std::log(1 - chance.uniform());
    return sum / 2;
  };
  const auto mirrored = [&] { return -lopsided(); };
  const int repetitions = count_for(1000, 3000);
  const SpreadTest test = test_of(0, 10);
  const auto check = [&](const char* name, const auto& draw) {
    const auto at = [&](double mean) {
      return simulate(test, repetitions, [&](PairSpreads& pairs) {
        const double x = mean + 40 * draw();
        pairs.add(x, x);
      });
    };
    const Share h0 = at(0), h1 = at(10);
    BOOST_TEST_MESSAGE(name << ": alpha " << h0.of_h1 << ", beta " << 1 - h1.of_h1);
    check_at_most(h0.of_h1, 0.06, repetitions);
    check_at_most(1 - h1.of_h1, 0.06, repetitions);
  };
  check("heavy", heavy);
  check("lopsided", lopsided);
  check("mirrored", mirrored);
}

BOOST_AUTO_TEST_CASE(an_elo_a_point_is_what_near_equal_players_score) {
  SimulatedPairs chance(3);
  const int pairs = 200'000;
  double score = 0;
  for (int k = 0; k < pairs; ++k) {
    const auto [one, other] = chance.spreads(5, kGameSd, kShared);
    score += (score_of_spread(one) + score_of_spread(other)) / (2.0 * pairs);
  }
  // Over so many independent pairs a score has a standard error of at most 0.11 %; that is 0.8 Elo.
  check_near(400 * std::log10(score / (1 - score)), 5 * elo_a_point(kGameSd), 0.1);
}

BOOST_AUTO_TEST_CASE(spreads_decide_sooner_than_wins_on_the_same_games) {
  const double spread1 = 10;
  const SpreadTest of_spreads = test_of(0, spread1);
  const Sprt of_wins = Sprt::make({EloModel::logistic, 0, spread1 * elo_a_point(kGameSd), {}}).value();
  SimulatedPairs chance(12);
  double by_spreads = 0, by_wins = 0;
  for (int k = 0; k < 600; ++k) {
    PairSpreads spreads;
    Pentanomial results;
    bool more_spreads = true, more_wins = true;
    while (more_spreads || more_wins) {
      const auto [one, other] = chance.spreads(spread1, kGameSd, kShared);
      if (more_spreads) spreads.add(one, other);
      if (more_wins) results.add(score_of_spread(one), score_of_spread(other));
      more_spreads = of_spreads.state(spreads) == SequentialState::proceed;
      more_wins = of_wins.state(results) == SequentialState::proceed;
    }
    by_spreads += double(spreads.pairs());
    by_wins += double(results.pairs());
  }
  BOOST_TEST_MESSAGE("pairs: " << by_spreads / 600 << " by spreads, " << by_wins / 600 << " by wins");
  // For many pairs the ratio is π/2 · (1 - 2/π asin(shared)) / (1 - shared) = 1.93.
  BOOST_TEST(by_wins > 1.6 * by_spreads);
  BOOST_TEST(by_wins < 2.3 * by_spreads);
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
