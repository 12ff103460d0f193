#include "ratings/matches/stopped_estimate.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numbers>

#include "tests/ratings/matches/simulated_pairs.h"
#include "tests/tier.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(stopped_estimate)

namespace {

constexpr Pentashares kCancelling{.17, .01, .64, .01, .17}, kOneSided{.33, .015, .31, .015, .33};
// The normalized effect of a pair for each Elo.
constexpr double kEffectAnElo = std::numbers::sqrt2 * std::numbers::ln10 / 800;

double expected(double elo) {
  return 1 / (1 + std::pow(10.0, -elo / 400));
}

double effect_of(const Pentashares& shares) {
  return (mean_score(shares) - 0.5) / std::sqrt(pair_variance(shares));
}

struct Tally {
  double plain_above = 0, corrected_above = 0, covered = 0;  // The shares of all tests.
};

// Simulates tests of pairs with the shares `truth`; their true difference in the test's Elo is `elo`.
Tally simulate(const Sprt& test, const Pentashares& truth, double elo, int repetitions, std::uint64_t seed) {
  SimulatedPairs chance(seed);
  Tally tally;
  const bool is_logistic = test.parameters().model == EloModel::logistic;
  for (int k = 0; k < repetitions; ++k) {
    Pentanomial results;
    while (test.state(results) == SequentialState::proceed) chance.add_to(results, truth);
    const MatchEstimate plain = estimate(results);
    const StoppedEstimate stopped = estimate_after_stop(test, results).value();
    const EloInterval& corrected = is_logistic ? stopped.elo : stopped.normalized;
    const double one = 1.0 / repetitions;
    if ((is_logistic ? plain.elo.elo : plain.normalized.elo) > elo) tally.plain_above += one;
    if (corrected.elo > elo) tally.corrected_above += one;
    if (corrected.low <= elo && elo <= corrected.high) tally.covered += one;
  }
  return tally;
}

// The binomial error of a thousand tests is 1.6 % at one half and 0.7 % at 95 %.
BOOST_AUTO_TEST_CASE(the_truth_is_as_often_above_as_below_and_in_the_interval_95_times_in_100) {
  const struct {
    Pentashares shares{};
    EloModel model;
    double elo0 = 0, elo1 = 0;
  } table[] = {{kCancelling, EloModel::logistic, 0, 50},
               {kOneSided, EloModel::logistic, -20, 20},
               {kCancelling, EloModel::normalized, 0, 60}};
  const int large = 1000, repetitions = count_for(200, large);
  const double more_of_half = more_chance(0.5, repetitions, large),
               more_of_covered = more_chance(0.95, repetitions, large);
  for (const auto& row : table) {
    const Sprt test = Sprt::make({row.model, row.elo0, row.elo1, {}}).value();
    for (const double at : {-0.5, 0.0, 0.5, 1.0, 1.5}) {
      const double elo = row.elo0 + at * (row.elo1 - row.elo0);
      const Pentashares truth = row.model == EloModel::logistic
                                    ? tilted(row.shares, expected(elo), mean_score)
                                    : tilted(row.shares, elo * kEffectAnElo, effect_of);
      const Tally tally = simulate(test, truth, elo, repetitions, 41);
      BOOST_TEST_MESSAGE("at " << elo << " in " << row.elo0 << ".." << row.elo1 << ": plain above "
                               << tally.plain_above << ", corrected " << tally.corrected_above << ", covered "
                               << tally.covered);
      BOOST_TEST(tally.covered > 0.93 - more_of_covered);
      BOOST_TEST(tally.covered < std::min(0.98 + more_of_covered, 0.999));
      BOOST_TEST(std::abs(tally.corrected_above - 0.5) < 0.05 + more_of_half,
                 tally.corrected_above << " at " << elo);
      if (at == 0) BOOST_TEST(tally.plain_above < 0.42 + more_of_half);
      if (at == 1) BOOST_TEST(tally.plain_above > 0.58 - more_of_half);
    }
  }
}

BOOST_AUTO_TEST_CASE(it_is_drawn_back_from_where_the_test_stopped_early) {
  const Sprt test = Sprt::make({EloModel::logistic, 0, 50, {}}).value();
  const Pentanomial early{{3, 1, 40, 2, 20}};
  BOOST_TEST_REQUIRE((test.state(early) == SequentialState::accept_h1));
  const StoppedEstimate stopped = estimate_after_stop(test, early).value();
  BOOST_TEST(stopped.elo.elo < estimate(early).elo.elo);
  BOOST_TEST(stopped.elo.low < stopped.elo.elo);
  BOOST_TEST(stopped.elo.elo < stopped.elo.high);
  BOOST_TEST(stopped.normalized.low < stopped.normalized.elo);
  BOOST_TEST(stopped.normalized.elo < stopped.normalized.high);
}

BOOST_AUTO_TEST_CASE(sides_swapped_is_the_sign_changed) {
  const Sprt ours = Sprt::make({EloModel::logistic, -5, 45, {0.05, 0.1}}).value();
  const Sprt theirs = Sprt::make({EloModel::logistic, -45, 5, {0.1, 0.05}}).value();
  for (const Pentanomial& match : {Pentanomial{{3, 1, 40, 2, 20}}, Pentanomial{{25, 2, 30, 1, 12}}}) {
    const auto one = estimate_after_stop(ours, match), other = estimate_after_stop(theirs, match.swapped());
    BOOST_TEST_REQUIRE((one && other));
    BOOST_TEST(std::abs(one->elo.elo + other->elo.elo) < 1e-6);
    BOOST_TEST(std::abs(one->elo.low + other->elo.high) < 1e-6);
    BOOST_TEST(std::abs(one->elo.high + other->elo.low) < 1e-6);
    BOOST_TEST(std::abs(one->normalized.low + other->normalized.high) < 1e-6);
  }
}

BOOST_AUTO_TEST_CASE(games_without_luck_in_common_are_taken_one_by_one) {
  const Sprt test = Sprt::make({EloModel::logistic, 0, 50, {}}).value();
  const Trinomial games{{90, 10, 150}};
  const auto stopped = estimate_after_stop(test, games);
  BOOST_TEST_REQUIRE(stopped.has_value());
  BOOST_TEST(stopped->elo.elo < estimate(games).elo.elo);
  BOOST_TEST(stopped->elo.low > 0);
}

BOOST_AUTO_TEST_CASE(a_test_that_goes_on_has_none_nor_one_whose_pairs_are_all_alike) {
  const Sprt test = Sprt::make({EloModel::logistic, 0, 50, {}}).value();
  BOOST_TEST(!estimate_after_stop(test, Pentanomial{}));
  BOOST_TEST(!estimate_after_stop(test, Pentanomial{{10, 0, 30, 0, 11}}));
  BOOST_TEST(!estimate_after_stop(test, Pentanomial{{0, 0, 500, 0, 0}}));
  BOOST_TEST(!estimate_after_stop(test, Pentanomial{{0, 0, 0, 0, 500}}));
  for (const Pentanomial& match : {Pentanomial{{1, 0, 0, 0, 40}}, Pentanomial{{0, 0, 500, 1, 0}},
                                   Pentanomial{{60, 0, 0, 0, 1}}, Pentanomial{{1, 0, 0, 0, 1'000'000}}}) {
    const auto stopped = estimate_after_stop(test, match);
    BOOST_TEST_REQUIRE(stopped.has_value());
    BOOST_TEST(stopped->elo.low <= stopped->elo.elo);
    BOOST_TEST(stopped->elo.elo <= stopped->elo.high);
    BOOST_TEST(!std::isnan(stopped->normalized.elo));
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
