#include "league/choice/set_gains.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <vector>

#include "league/choice/strengths.h"
#include "tests/league/choice/leagues.h"

namespace {

using namespace toptile;
using namespace toptile::simulated;

using Rows = std::vector<std::vector<double>>;

constexpr double kEloPerLogit = 400 / 2.302585092994046;

Rows inverse(Rows matrix) {
  const std::size_t size = matrix.size();
  Rows result(size, std::vector<double>(size));
  for (std::size_t i = 0; i < size; ++i) result[i][i] = 1;
  for (std::size_t k = 0; k < size; ++k) {
    const double pivot = matrix[k][k];
    for (std::size_t j = 0; j < size; ++j) {
      matrix[k][j] /= pivot;
      result[k][j] /= pivot;
    }
    for (std::size_t i = 0; i < size; ++i) {
      const double factor = matrix[i][k];
      if (i == k || factor == 0) continue;
      for (std::size_t j = 0; j < size; ++j) {
        matrix[i][j] -= factor * matrix[k][j];
        result[i][j] -= factor * result[k][j];
      }
    }
  }
  return result;
}

// What is known of a league, slowly: the whole information, its inverse, and U as it is defined.
struct SlowLeague {
  const LeagueSituation& situation;
  std::vector<double> at;
  Rows information;

  explicit SlowLeague(const LeagueSituation& given) : situation(given), at(fit_strengths(given)) {
    information.assign(at.size(), std::vector<double>(at.size()));
    for (std::size_t i = 0; i < at.size(); ++i) information[i][i] = 0.125;
    for (const MetPair& pair : given.met) {
      const double p = 1 / (1 + std::exp(at[pair.other] - at[pair.one]));
      add(pair.one, pair.other, pair.sets * 2 * p * (1 - p) / given.inflation);
    }
  }

  void add(int one, int other, double amount) {
    information[one][one] += amount;
    information[other][other] += amount;
    information[one][other] -= amount;
    information[other][one] -= amount;
  }

  double variance(const Rows& covariance, int one, int other) const {
    return covariance[one][one] + covariance[other][other] - 2 * covariance[one][other];
  }

  double uncertainty(const OrderWeights& weights) const {
    const Rows covariance = inverse(information);
    std::vector<int> active;
    for (std::size_t i = 0; i < at.size(); ++i)
      if (situation.contenders[i].is_active) active.push_back(static_cast<int>(i));
    double sum = 0;
    for (const int i : active) {
      int rank = 1;
      for (const int j : active) rank += at[j] > at[i];
      // A pair counts for the better one.
      for (const int j : active) {
        if (at[j] >= at[i]) continue;
        const double deviation = std::sqrt(variance(covariance, i, j)), z = (at[i] - at[j]) / (2 * deviation);
        const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::acos(-1.0));
        sum += (1 + weights.top / rank) * deviation * (density - z * std::erfc(z / std::sqrt(2.0)) / 2);
      }
      double above = covariance[i][i];
      const auto count = static_cast<double>(active.size());
      for (const int j : active) {
        above -= 2 * covariance[i][j] / count;
        for (const int k : active) above += covariance[j][k] / count / count;
      }
      sum += weights.precision * std::sqrt(above);
    }
    return sum * kEloPerLogit;
  }
};

// Nine contenders, of which two are retired and one has few sets.
LeagueSituation uneven_situation() {
  PlayedLeague league(7);
  for (int i = 0; i < 9; ++i) league.add(60.0 * i * (i % 2 ? 1 : -1));
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < i; ++j) league.play(i, j, 3 + (5 * i + j) % 11);
  league.play(8, 2, 1);
  league.play(8, 5, 1);
  league.situation.contenders[1].is_active = league.situation.contenders[4].is_active = false;
  league.situation.contenders[8].predecessor = 4;
  league.situation.inflation = 0.7;
  return league.situation;
}

const OrderWeights kWeights{5, 0.5};

std::unique_ptr<SetGains> gains_of(const LeagueSituation& situation, int most = kMaxInMatrix) {
  return set_gains(situation, fit_strengths(situation), kWeights, most);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(set_gains)

BOOST_AUTO_TEST_CASE(the_uncertainty_is_that_of_the_definition) {
  const LeagueSituation situation = uneven_situation();
  const double slow = SlowLeague(situation).uncertainty(kWeights);
  BOOST_TEST(std::abs(gains_of(situation)->uncertainty() - slow) < 1e-6 * slow);
}

BOOST_AUTO_TEST_CASE(variances_are_those_of_the_inverse) {
  const LeagueSituation situation = uneven_situation();
  const auto gains = gains_of(situation);
  const SlowLeague slow(situation);
  const Rows covariance = inverse(slow.information);
  for (const int i : {0, 2, 3, 4, 5, 6, 7, 8}) {  // 4 is retired, but a predecessor.
    for (const int j : {0, 2, 3, 4, 5, 6, 7, 8}) {
      if (i == j) continue;
      const Difference known = gains->difference(i, j);
      BOOST_TEST(std::abs(known.variance - slow.variance(covariance, i, j)) < 1e-8);
      BOOST_TEST(std::abs(known.mean - (slow.at[i] - slow.at[j])) < 1e-8);
    }
  }
}

// The gain is the derivative of U by information, taken for the information of one set and divided by 1 + h
// v.
BOOST_AUTO_TEST_CASE(the_gain_of_each_pair_is_what_a_little_information_takes_off_the_uncertainty) {
  const LeagueSituation situation = uneven_situation();
  const auto gains = gains_of(situation);
  const SlowLeague before(situation);
  const double start = before.uncertainty(kWeights), little = 1e-4;
  for (const int i : {0, 2, 3, 5, 6, 7, 8}) {
    for (const int j : {0, 2, 3, 4, 5, 6, 7, 8}) {
      if (i == j) continue;
      SlowLeague after = before;
      const Difference known = gains->difference(i, j);
      const double set = gains->information(known);
      after.add(i, j, little * set);
      const double fall = (start - after.uncertainty(kWeights)) / little / (1 + set * known.variance);
      BOOST_TEST(std::abs(gains->gain(i, j) - fall) < 2e-3 * std::abs(fall) + 1e-6,
                 i << " " << j << ": " << gains->gain(i, j) << ", not " << fall);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_gain_is_near_what_a_whole_set_takes_off) {
  const LeagueSituation situation = uneven_situation();
  const auto gains = gains_of(situation);
  const SlowLeague before(situation);
  for (const auto& [i, j] : {std::pair(0, 2), std::pair(3, 5), std::pair(5, 7)}) {
    SlowLeague after = before;
    after.add(i, j, gains->information(gains->difference(i, j)));
    const double fall = before.uncertainty(kWeights) - after.uncertainty(kWeights);
    BOOST_TEST(std::abs(gains->gain(i, j) / fall - 1) < 0.1);
  }
}

BOOST_AUTO_TEST_CASE(sets_that_are_counted_are_like_sets_in_play) {
  LeagueSituation situation = uneven_situation();
  const auto counted = gains_of(situation);
  counted->count_sets(0, 2, 3);
  counted->count_sets(8, 4, 2);
  situation.in_play = {{0, 2, 3}, {8, 4, 2}};
  const auto in_play = gains_of(situation);
  BOOST_TEST(counted->uncertainty() == in_play->uncertainty(), boost::test_tools::tolerance(1e-9));
  BOOST_TEST(counted->uncertainty() < gains_of(uneven_situation())->uncertainty());
  // The slopes of U are those before the count, so the gains differ a little.
  for (const int i : {2, 3, 5, 6}) BOOST_TEST(std::abs(counted->gain(i, 7) / in_play->gain(i, 7) - 1) < 0.2);
}

// With the slopes as they were, the gain after a count follows from the definition of ΣΛΣ.
BOOST_AUTO_TEST_CASE(a_pair_that_was_counted_has_less_to_gain) {
  const auto gains = gains_of(uneven_situation());
  for (int count = 0; count < 50; ++count) {
    const double before = gains->gain(8, 2);
    gains->count_sets(8, 2, 1);
    BOOST_TEST(gains->gain(8, 2) < before);
  }
}

BOOST_AUTO_TEST_CASE(retired_contenders_without_a_row_make_nobody_more_certain) {
  const LeagueSituation situation = uneven_situation();
  const auto all = gains_of(situation), few = gains_of(situation, 8);  // There is no row for 1.
  BOOST_TEST(few->difference(0, 2).variance > all->difference(0, 2).variance);
  BOOST_TEST(few->difference(0, 2).variance < 1.5 * all->difference(0, 2).variance);
  BOOST_TEST(few->opponents(0).size() == 7);
}

BOOST_AUTO_TEST_CASE(a_wide_field_compares_neighbours) {
  PlayedLeague league(3);
  for (int i = 0; i < 200; ++i) league.add(4.0 * i);
  for (int i = 1; i < 200; ++i) league.play(i, i - 1, 20);
  for (int i = 3; i < 200; ++i) league.play(i, i - 3, 20);
  const std::vector<double> at = fit_strengths(league.situation);
  const std::vector<int> ranks = ranks_of(at);
  const auto gains = gains_of(league.situation, 100);
  for (int i = 0; i < 200; ++i) {
    const auto opponents = gains->opponents(i);
    BOOST_TEST(opponents.size() == std::min(ranks[i] - 1, kWindow) + std::min(200 - ranks[i], kWindow));
    for (const int other : opponents) BOOST_TEST(std::abs(ranks[other] - ranks[i]) <= kWindow);
    BOOST_TEST(gains->gain(i, opponents[0]) > 0);
  }
  const double before = gains->uncertainty(), variance = gains->difference(0, 1).variance;
  gains->count_sets(0, 1, 1);
  BOOST_TEST(gains->uncertainty() < before);
  BOOST_TEST(gains->difference(0, 1).variance < variance);
}

BOOST_AUTO_TEST_CASE(gains_are_finite_whatever_happened) {
  LeagueSituation situation;
  situation.contenders.resize(6);
  situation.met = {{0, 1, 1e7, 2e7}, {1, 2, 1e7, 1e7}, {2, 3, 1, 0}, {3, 4, 1e-9, 0}};
  situation.in_play = {{0, 1, 1e9}, {4, 5, 1e9}};
  for (const int most : {kMaxInMatrix, 0}) {
    const auto gains = gains_of(situation, most);
    BOOST_TEST(std::isfinite(gains->uncertainty()));
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < 6; ++j) {
        if (i == j) continue;
        BOOST_TEST(std::isfinite(gains->gain(i, j)));
        BOOST_TEST(gains->gain(i, j) >= 0);
        BOOST_TEST(gains->difference(i, j).variance > 0);
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
