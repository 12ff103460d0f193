#include "ratings/matches/pentanomial.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

#include "tests/ratings/matches/simulated_pairs.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(pentanomial)

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double elo_of(double score) {
  return 400 * std::log10(score / (1 - score));
}

void check_near(double a, double b, double tolerance = 1e-9) {
  BOOST_TEST(std::abs(a - b) <= tolerance, a << " should be " << b);
}

Pentashares shares_of(const Pentanomial& results) {
  Pentashares shares{};
  for (std::size_t i = 0; i < shares.size(); ++i)
    shares[i] = static_cast<double>(results.counts[i]) / static_cast<double>(results.pairs());
  return shares;
}

double normalized_elo(const Pentashares& shares) {
  return (mean_score(shares) - 0.5) / std::sqrt(2 * pair_variance(shares)) * 800 / std::log(10.0);
}

// The variance of normalized Elo for one pair, from the change that one more pair of each outcome would make.
double variance_of_normalized(const Pentashares& shares) {
  const double step = 1e-6;
  double variance = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    Pentashares moved{};
    for (std::size_t j = 0; j < shares.size(); ++j) moved[j] = (1 - step) * shares[j] + (i == j ? step : 0);
    variance += shares[i] * std::pow((normalized_elo(moved) - normalized_elo(shares)) / step, 2);
  }
  return variance;
}

BOOST_AUTO_TEST_CASE(a_pair_counts_by_what_the_side_scored_in_it_in_either_order) {
  Pentanomial results;
  for (const double one : {0.0, 0.5, 1.0})
    for (const double other : {0.0, 0.5, 1.0}) results.add(one, other);
  BOOST_TEST((results == Pentanomial{{1, 2, 3, 2, 1}, 1}));
  results.add(1, 1);
  BOOST_TEST((results.swapped() == Pentanomial{{2, 2, 3, 2, 1}, 1}));
  BOOST_TEST(results.pairs() == 10U);

  Trinomial games;
  for (const double score : {1.0, 0.5, 1.0, 0.0, 1.0}) games.add(score);
  BOOST_TEST((games == Trinomial{{1, 1, 3}}));
  BOOST_TEST((games.swapped() == Trinomial{{3, 1, 1}}));
  BOOST_TEST(games.games() == 5U);
}

// A public instance of fishtest's software shows this score, normalized Elo and variance for these counts.
BOOST_AUTO_TEST_CASE(a_published_match_is_estimated_as_published) {
  const MatchEstimate match = estimate(Pentanomial{{13, 37, 50, 25, 3}});
  check_near(match.score, 0.4375);
  check_near(match.error, std::sqrt(0.05762 / 127), 1e-6);
  check_near(match.elo.elo, -43.6578, 1e-4);
  check_near(match.normalized.elo, -63.97, 5e-3);
}

BOOST_AUTO_TEST_CASE(many_pairs_have_the_normal_interval_around_their_score) {
  const Pentanomial results{{20'000, 1'000, 50'000, 1'200, 27'800}};
  const double n = 100'000;
  const double score = (250 + 25'000 + 900 + 27'800) / n;
  double variance = 0;
  for (int i = 0; i < 5; ++i) variance += double(results.counts[i]) / n * std::pow(i / 4.0 - score, 2);
  const MatchEstimate match = estimate(results);
  check_near(match.score, score);
  check_near(match.error, std::sqrt(variance / n), 1e-8);
  check_near(match.elo.elo, elo_of(score));
  check_near(match.elo.low, elo_of(score - 1.96 * match.error), 1e-3);
  check_near(match.elo.high, elo_of(score + 1.96 * match.error), 1e-3);
  const double unit = 800 / std::log(10.0);
  check_near(match.normalized.elo, unit * (score - 0.5) / std::sqrt(2 * variance));
  check_near(match.superiority, 0.5 + std::erf((score - 0.5) / std::sqrt(2 * variance / n)) / 2, 1e-6);
}

BOOST_AUTO_TEST_CASE(normalized_elo_is_as_uncertain_as_its_score_and_its_deviation_together) {
  const Pentanomial results{{2'000, 1'000, 16'000, 1'000, 80'000}};
  const double n = 100'000;
  const double variance = variance_of_normalized(shares_of(results));
  const MatchEstimate match = estimate(results);
  check_near(match.normalized.high - match.normalized.elo, 1.96 * std::sqrt(variance / n), 1e-3);
  check_near(match.normalized.elo - match.normalized.low, 1.96 * std::sqrt(variance / n), 1e-3);
}

// Student's quantiles at 97.5 % are from tables; the variance of a sample is divided by its size less one.
BOOST_AUTO_TEST_CASE(few_pairs_have_students_interval_to_the_digit) {
  struct Few {
    Pentanomial results;
    double quantile;
  };
  const Few table[] = {{{{1, 0, 2, 1, 2}}, 2.570582},   // It has 5 degrees of freedom.
                       {{{0, 1, 1, 0, 1}}, 4.302653},   // It has 2.
                       {{{0, 0, 1, 1, 0}}, 12.706205},  // It has 1.
                       {{{3, 1, 4, 0, 3}}, 2.228139}};  // It has 10.
  for (const auto& [results, quantile] : table) {
    const auto n = static_cast<double>(results.pairs());
    const Pentashares shares = shares_of(results);
    const double score = mean_score(shares), value = normalized_elo(shares);
    const double reach = quantile * std::sqrt(variance_of_normalized(shares) / (n - 1));
    const MatchEstimate match = estimate(results);
    check_near(match.normalized.elo, value, 1e-9 * (1 + std::abs(value)));
    check_near(match.normalized.low, value - reach, 1e-4 * reach);
    check_near(match.normalized.high, value + reach, 1e-4 * reach);
    const double error = std::sqrt(pair_variance(shares) / (n - 1));
    check_near(match.error, error);
    if (score + quantile * error < 1) check_near(match.elo.high, elo_of(score + quantile * error), 1e-3);
    if (score - quantile * error > 0) check_near(match.elo.low, elo_of(score - quantile * error), 1e-3);
    check_near(match.superiority, 0.5 + std::erf((score - 0.5) / (std::sqrt(2.0) * error)) / 2);
  }
}

BOOST_AUTO_TEST_CASE(the_other_side_sees_the_mirror_image) {
  const Pentanomial table[] = {
      {{3, 1, 9, 0, 5}}, {{0, 0, 0, 0, 4}}, {{0, 2, 0, 0, 0}}, {{0, 0, 0, 1, 1}}, {}};
  for (const Pentanomial& results : table) {
    const MatchEstimate ours = estimate(results), theirs = estimate(results.swapped());
    check_near(ours.score + theirs.score, 1);
    check_near(ours.error, theirs.error);
    check_near(ours.superiority + theirs.superiority, 1);
    const auto mirrored = [](double a, double b) {
      return a == -b || std::abs(a + b) < 1e-9 * (1 + std::abs(a));
    };
    BOOST_TEST(mirrored(ours.elo.elo, theirs.elo.elo));
    BOOST_TEST(mirrored(ours.elo.low, theirs.elo.high));
    BOOST_TEST(mirrored(ours.normalized.elo, theirs.normalized.elo));
    BOOST_TEST(mirrored(ours.normalized.low, theirs.normalized.high));
  }
}

BOOST_AUTO_TEST_CASE(pairs_that_all_came_out_alike_leave_another_outcome_its_chance) {
  const MatchEstimate won = estimate(Pentanomial{{0, 0, 0, 0, 10}});
  BOOST_TEST(won.score == 1);
  BOOST_TEST(won.error == 0);
  BOOST_TEST(won.elo.elo == kInfinity);
  BOOST_TEST(won.elo.high == kInfinity);
  // Twenty games won have a chance of 2.5 % at this score.
  BOOST_TEST(std::abs(std::pow(1 / (1 + std::pow(10, -won.elo.low / 400)), 20) - 0.025) < 3e-4);
  BOOST_TEST(won.normalized.elo == kInfinity);
  BOOST_TEST(won.normalized.low == -kInfinity);
  BOOST_TEST(won.superiority > 0.9999);
  BOOST_TEST(won.superiority < 1);

  const MatchEstimate split = estimate(Pentanomial{{0, 0, 10, 0, 0}});
  BOOST_TEST(split.elo.elo == 0);
  check_near(split.elo.low, -split.elo.high);
  BOOST_TEST(split.elo.high > 50);
  BOOST_TEST(split.elo.high < estimate(Pentanomial{{0, 0, 5, 0, 0}}).elo.high);
  BOOST_TEST(split.normalized.elo == 0);
  BOOST_TEST(split.superiority == 0.5);

  const MatchEstimate none = estimate(Pentanomial{});
  BOOST_TEST(none.score == 0.5);
  BOOST_TEST(none.elo.low == -kInfinity);
  BOOST_TEST(none.elo.high == kInfinity);
  BOOST_TEST(none.superiority == 0.5);
}

BOOST_AUTO_TEST_CASE(an_interval_that_reaches_beyond_the_last_score_has_no_end) {
  const MatchEstimate two = estimate(Pentanomial{{0, 0, 0, 1, 1}});
  BOOST_TEST(two.elo.high == kInfinity);
  BOOST_TEST(two.elo.low == -kInfinity);  // For two pairs, Student's quantile is 12.7.
  const MatchEstimate more = estimate(Pentanomial{{0, 0, 1, 0, 19}});
  BOOST_TEST(more.elo.high == kInfinity);
  BOOST_TEST(more.elo.low > 200);
}

BOOST_AUTO_TEST_CASE(pairing_saves_what_the_two_games_cancel) {
  check_near(pairing_ratio({{25, 0, 50, 0, 25}, 0}), 1);
  check_near(pairing_ratio({{0, 0, 50, 0, 0}, 0}), 0);
  check_near(pairing_ratio({{50, 0, 0, 0, 50}, 0}), 2);
  // Independent games have the shares 0.3 losses, 0.1 ties and 0.6 wins.
  check_near(pairing_ratio({{9, 6, 37, 12, 36}, 1}), 1);
  // The ties within the middle count tell a game's variance, and so how much was saved.
  BOOST_TEST(pairing_ratio({{20, 0, 60, 0, 20}, 30}) > pairing_ratio({{20, 0, 60, 0, 20}, 0}));
  BOOST_TEST(std::isnan(pairing_ratio({{0, 0, 0, 0, 9}, 0})));
  BOOST_TEST(std::isnan(pairing_ratio({{0, 0, 9, 0, 0}, 9})));
}

BOOST_AUTO_TEST_CASE(unpaired_games_are_pairs_of_one) {
  const MatchEstimate games = estimate(Trinomial{{300, 40, 360}});
  const double score = 380.0 / 700, variance = (360 + 10) / 700.0 - score * score;
  check_near(games.score, score);
  check_near(games.error, std::sqrt(variance / 699));
  check_near(games.normalized.elo, 800 / std::log(10.0) * (score - 0.5) / std::sqrt(variance));
}

BOOST_AUTO_TEST_CASE(nineteen_intervals_in_twenty_hold_the_truth) {
  const Pentashares table[] = {
      {.17, .01, .64, .01, .17}, {.33, .01, .32, .01, .33}, {.02, .01, .46, .01, .50}};
  SimulatedPairs chance(4);
  for (const Pentashares& shares : table) {
    const double score = mean_score(shares);
    const double normalized = (score - 0.5) / std::sqrt(2 * pair_variance(shares)) * 800 / std::log(10.0);
    const int repetitions = 4000;
    int elo = 0, of_normalized = 0;
    for (int k = 0; k < repetitions; ++k) {
      Pentanomial results;
      for (int pair = 0; pair < 60; ++pair) chance.add_to(results, shares);
      const MatchEstimate match = estimate(results);
      elo += match.elo.low <= elo_of(score) && elo_of(score) <= match.elo.high;
      of_normalized += match.normalized.low <= normalized && normalized <= match.normalized.high;
    }
    // The bounds are 95 % ± four times the binomial error of 0.34 %, and a little more, because pairs are
    // few.
    for (const int held : {elo, of_normalized}) {
      BOOST_TEST(held > 0.935 * repetitions);
      BOOST_TEST(held < 0.970 * repetitions);
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
