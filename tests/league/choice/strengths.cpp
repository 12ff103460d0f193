#include "league/choice/strengths.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "league/choice/set_information.h"
#include "tests/league/choice/leagues.h"

BOOST_AUTO_TEST_SUITE(strengths)

namespace {

using namespace toptile;
using namespace toptile::simulated;

// At the only maximum, the points that a contender has beyond those that are expected balance the prior's
// pull.
double worst_imbalance(const LeagueSituation& situation, const std::vector<double>& at, double inflation) {
  std::vector<double> balance;
  for (const double strength : at) balance.push_back(-kPriorPrecision * strength);
  for (const MetPair& pair : situation.met) {
    const double expected = 2 * pair.sets / (1 + std::exp(at[pair.other] - at[pair.one]));
    balance[pair.one] += (pair.points_of_one - expected) / inflation;
    balance[pair.other] -= (pair.points_of_one - expected) / inflation;
  }
  double worst = 0;
  for (const double value : balance) worst = std::max(worst, std::abs(value));
  return worst;
}

LeagueSituation situation_of(int contenders, std::vector<MetPair> met) {
  LeagueSituation situation;
  situation.contenders.resize(static_cast<std::size_t>(contenders));
  situation.met = std::move(met);
  return situation;
}

LeagueSituation ladder(int contenders) {
  std::vector<MetPair> met;
  for (int i = 1; i < contenders; ++i) met.push_back({i - 1, i, 100, 150});
  return situation_of(contenders, met);
}

}  // namespace

BOOST_AUTO_TEST_CASE(points_balance_the_prior_at_the_strengths) {
  PlayedLeague league;
  for (int i = 0; i < 12; ++i) league.add(100.0 * i);
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < i; j += 1 + i % 3) league.play(i, j, 1 + (i * j) % 7);
  const std::vector<std::pair<const char*, LeagueSituation>> situations{
      {"nobody", situation_of(0, {})},
      {"no results", situation_of(3, {})},
      {"an unbeaten one", situation_of(2, {{0, 1, 1e6, 2e6}})},
      {"two parts", situation_of(4, {{0, 1, 5, 7}, {2, 3, 4, 1}})},
      {"a pair twice, in both orders", situation_of(2, {{0, 1, 5, 7}, {1, 0, 5, 3}})},
      {"a circle", situation_of(3, {{0, 1, 9, 18}, {1, 2, 9, 18}, {2, 0, 9, 18}})},
      {"a ladder", ladder(300)},
      {"a field", league.situation}};
  for (const auto& [name, situation] : situations) {
    const std::vector<double> at = fit_strengths(situation);
    BOOST_TEST(at.size() == situation.contenders.size(), name);
    BOOST_TEST(worst_imbalance(situation, at, 1) < 1e-5, name << ": " << worst_imbalance(situation, at, 1));
  }
}

BOOST_AUTO_TEST_CASE(the_inflation_weakens_results_beside_the_prior) {
  LeagueSituation situation = situation_of(2, {{0, 1, 10, 15}});
  situation.inflation = 2.5;
  BOOST_TEST(worst_imbalance(situation, fit_strengths(situation), 2.5) < 1e-6);
  for (const double unusable : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    situation.inflation = unusable;
    BOOST_TEST(worst_imbalance(situation, fit_strengths(situation), 1) < 1e-6);
  }
}

BOOST_AUTO_TEST_CASE(the_start_does_not_change_the_strengths) {
  LeagueSituation situation = ladder(40);
  const std::vector<double> cold = fit_strengths(situation);
  const double nan = std::nan("");
  for (const std::vector<double>& start :
       {cold, std::vector<double>{3}, std::vector<double>(40, 50), std::vector<double>(100, -1),
        std::vector<double>{nan, 1e300, nan}, std::vector<double>{1e4, -1e4}}) {
    situation.strengths = start;
    const std::vector<double> warm = fit_strengths(situation);
    double apart = 0;
    for (std::size_t i = 0; i < cold.size(); ++i) apart = std::max(apart, std::abs(cold[i] - warm[i]));
    BOOST_TEST(apart < 1e-6);
  }
}

BOOST_AUTO_TEST_CASE(the_information_of_a_set_is_the_mean_over_what_is_known) {
  for (const double mean : {0.0, 0.5, -2.0, 4.0}) {
    for (const double variance : {1e-9, 0.1, 1.0, 4.0, 16.0}) {
      double sum = 0, weights = 0;
      for (double z = -8; z <= 8; z += 0.01) {
        const double x = mean + z * std::sqrt(variance), weight = std::exp(-z * z / 2);
        sum += weight * 2 / ((1 + std::exp(x)) * (1 + std::exp(-x)));
        weights += weight;
      }
      const double information = set_information({mean, variance});
      BOOST_TEST(std::abs(information / (sum / weights) - 1) < 0.15,
                 mean << " ±√" << variance << ": " << information << ", not " << sum / weights);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
