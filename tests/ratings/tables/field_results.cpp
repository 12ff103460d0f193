#include "ratings/tables/field_results.h"

#include <boost/test/unit_test.hpp>
#include <cmath>

BOOST_AUTO_TEST_SUITE(field_results)

namespace {

using namespace toptile;

// Four pairs of ann against bob, given by ann's points and her spread in each game.
GameList four_pairs() {
  const struct {
    double first, second;
    int spread_first, spread_second;
  } pairs[] = {{1, 1, 10, 30}, {1, 0, 5, -5}, {0.5, 1, 0, 8}, {0, 1, -2, 2}};
  GameList list;
  const int ann = list.player("ann"), bob = list.player("bob");
  for (const auto& pair : pairs) {
    const int cluster = list.clusters();
    list.add({ann, bob, pair.first, cluster}, pair.spread_first);
    list.add({bob, ann, 1 - pair.second, cluster}, -pair.spread_second);
  }
  return list;
}

void check_near(double value, double right) {
  BOOST_TEST(std::abs(value - right) < 1e-9, value << " should be " << right);
}

constexpr double kStudent3 = 3.182446305284263;  // Student's quantile at 97.5 %.

}  // namespace

BOOST_AUTO_TEST_CASE(games_and_points_are_counted_for_both_sides) {
  const auto results = toptile::field_results(four_pairs());
  BOOST_TEST(results[0].games == 8);
  BOOST_TEST(results[0].wins == 5);
  BOOST_TEST(results[0].ties == 1);
  BOOST_TEST(results[0].losses == 2);
  BOOST_TEST(results[0].points == 5.5);
  BOOST_TEST(results[1].wins == 2);
  BOOST_TEST(results[1].points == 2.5);
}

BOOST_AUTO_TEST_CASE(normalized_elo_is_that_of_pairs) {
  const auto results = toptile::field_results(four_pairs());
  // The pairs' means are 1, ½, ¾, ½, and the value is (s - ½) / √(2 var) · 800/ln 10 with s = 11/16.
  const double s = 11.0 / 16, variance = (1 + 0.25 + 0.5625 + 0.25) / 4 - s * s;
  const double scale = 800 / std::log(10.0) / std::sqrt(2 * variance);
  BOOST_TEST_REQUIRE(results[0].normalized_elo.has_value());
  check_near(results[0].normalized_elo->value, (s - 0.5) * scale);
  check_near(results[0].normalized_elo->error, kStudent3 * std::sqrt(variance / 3) * scale);
  check_near(results[1].normalized_elo->value, -(s - 0.5) * scale);
}

BOOST_AUTO_TEST_CASE(the_error_of_the_spread_is_that_between_pairs) {
  const auto results = toptile::field_results(four_pairs());
  // The pairs' means are 20, 0, 4, 0.
  BOOST_TEST_REQUIRE(results[0].spread.has_value());
  check_near(results[0].spread->value, 6);
  const double variance = (14.0 * 14 + 36 + 4 + 36) / 3;  // The variance of one pair.
  check_near(results[0].spread->error, kStudent3 * std::sqrt(variance / 4));
  check_near(results[1].spread->value, -6);
}

BOOST_AUTO_TEST_CASE(games_of_unknown_spread_count_for_the_score_alone) {
  GameList list = four_pairs();
  const int cluster = list.clusters();
  list.add({0, 1, 1, cluster});
  list.add({1, 0, 0, cluster});
  const auto results = toptile::field_results(list);
  BOOST_TEST(results[0].games == 10);
  BOOST_TEST(results[0].finished == 8);
  check_near(results[0].spread->value, 6);
}

BOOST_AUTO_TEST_CASE(where_clusters_do_not_spread_there_is_no_error_and_no_estimate) {
  GameList list;
  const int ann = list.player("ann"), bob = list.player("bob");
  list.add({ann, bob, 1, 0}, 3);
  BOOST_TEST(!toptile::field_results(list)[ann].normalized_elo);
  BOOST_TEST(!toptile::field_results(list)[ann].spread);
  list.add({ann, bob, 1, 1}, 5);
  BOOST_TEST(!toptile::field_results(list)[bob].normalized_elo);
  BOOST_TEST(toptile::field_results(list)[bob].spread.has_value());
}

BOOST_AUTO_TEST_SUITE_END()
