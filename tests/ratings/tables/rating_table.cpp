#include "ratings/tables/rating_table.h"

#include <boost/test/unit_test.hpp>
#include <cmath>

BOOST_AUTO_TEST_SUITE(rating_table)

namespace {

using namespace toptile;

GameList games_in_two_pools() {
  GameList list;
  const int ann = list.player("ann"), bob = list.player("bob"), cy = list.player("cy"),
            dee = list.player("dee"), eve = list.player("eve");
  for (int pair = 0; pair < 12; ++pair) {
    const int cluster = list.clusters();
    list.add({dee, eve, pair % 3 == 0 ? 1.0 : 0.0, cluster});
    list.add({eve, dee, pair % 4 == 0 ? 0.0 : 1.0, cluster});
  }
  for (int pair = 0; pair < 12; ++pair) {
    list.add({ann, bob, pair % 3 == 0 ? 0.0 : 1.0, list.clusters()});
    list.add({bob, cy, pair % 4 == 0 ? 0.5 : 1.0, list.clusters()});
  }
  return list;
}

}  // namespace

BOOST_AUTO_TEST_CASE(rows_are_by_pool_and_then_best_first) {
  GameList list = games_in_two_pools();
  const auto table = rate(list, {}, {});
  BOOST_TEST_REQUIRE(table.has_value());
  std::string order;
  for (const RatingRow& row : table.value().rows) order += row.name + " ";
  BOOST_TEST(order == "ann bob cy eve dee ");
  BOOST_TEST(table.value().games == 48);
  BOOST_TEST(table.value().ratings.pools == 2);
  BOOST_TEST(std::isnan(superiority(table.value(), 0, 3)));
  BOOST_TEST(superiority(table.value(), 0, 2) > 0.9);
  BOOST_TEST(!table.value().has_spread());
  const Json json = rating_table_to_json(table.value(), {.superiority = true, .next = false, .against = {}});
  BOOST_TEST(json["los"][0][3].is_null());
  BOOST_TEST(json["los"][1][1] == 0.5);
  BOOST_TEST(!rating_table_to_json(table.value(), {}).contains("los"));
}

BOOST_AUTO_TEST_CASE(an_anchor_has_the_rating_given) {
  GameList list = games_in_two_pools();
  const auto table = rate(list, {}, {NamedAnchor{"eve", 1500}});
  BOOST_TEST_REQUIRE(table.has_value());
  BOOST_TEST(table.value().rows[3].name == "eve");
  BOOST_TEST(table.value().rows[3].rating.elo == 1500);
  BOOST_TEST(table.value().rows[4].rating.elo < 1500);
}

BOOST_AUTO_TEST_CASE(an_anchor_that_nobody_is_and_too_many_players_are_errors) {
  GameList list = games_in_two_pools();
  BOOST_TEST(rate(list, {}, {NamedAnchor{"bo", 0}}).error().message ==
             "the anchor bo is not one of the players; did you mean bob?");
  for (int i = 0; i <= kMaxRatedPlayers; ++i) list.player(std::to_string(i));
  BOOST_TEST(rate(list, {}, {}).error().message ==
             "there are 20006 players here, and at most 20000 can be rated together; split them up");
}

BOOST_AUTO_TEST_SUITE_END()
