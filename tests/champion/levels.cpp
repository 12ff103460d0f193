// The levels: each sees more than the one below, and what is seen decides.
#include "champion/levels.h"

#include <boost/test/unit_test.hpp>

using namespace toptile;
using namespace toptile::champion;

BOOST_AUTO_TEST_SUITE(levels)

BOOST_AUTO_TEST_CASE(more_elo_sees_more) {
  double before = -1;
  for (int elo = kLeastElo; elo <= kMostElo; elo += 10) {
    const double seen = strength_of(elo).seen;
    BOOST_REQUIRE(seen > before);
    BOOST_REQUIRE(seen <= 1);
    before = seen;
  }
  BOOST_TEST(strength_of(kLeastElo).seen == 0);
  BOOST_TEST(strength_of(kMostElo).seen > 0.9);
}

BOOST_AUTO_TEST_CASE(who_sees_all_makes_the_best_and_who_sees_nothing_any) {
  std::vector<ValuedPlay> plays;
  for (const Value value : {300, 900, 500, 100}) plays.push_back({.play = {}, .value = value});
  Random random(1);
  int best = 0, last = 0;
  for (int i = 0; i < 400; ++i) {
    BOOST_REQUIRE(choose_seen(plays, 1, random).value == 900);
    best += choose_seen(plays, 0, random).value == 900;
    last += choose_seen(plays, 0.5, random).value == 100;
  }
  // Each of four is expected a hundred times, with a standard deviation of nine.
  BOOST_TEST(best > 50);
  BOOST_TEST(best < 150);
  // The worst one is made if it alone is seen, or by lot if none is: 5 of 64.
  BOOST_TEST(last > 5);
  BOOST_TEST(last < 70);
}

BOOST_AUTO_TEST_SUITE_END()
