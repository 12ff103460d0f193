// The levels: each sees more than the one below, and what is seen decides.
#include "champion/levels.h"

#include <boost/test/unit_test.hpp>
#include <utility>

using namespace toptile;
using namespace toptile::champion;

BOOST_AUTO_TEST_SUITE(levels)

BOOST_AUTO_TEST_CASE(more_elo_sees_more_and_then_looks_further) {
  // The mean over the lots that are drawn.
  const auto looks = [](int elo) {
    Random random(7);
    double seen = 0, nodes = 0;
    for (int i = 0; i < 2000; ++i) {
      const Strength strength = strength_of(elo, random);
      BOOST_REQUIRE(strength.looks_ahead() == (strength.nodes > 0));
      BOOST_REQUIRE(!strength.looks_ahead() || strength.seen == 1);
      seen += strength.seen / 2000;
      nodes += static_cast<double>(strength.nodes) / 2000;
    }
    return std::pair(seen, nodes);
  };
  auto before = looks(kMinElo);
  BOOST_TEST(before.first == 0);
  for (int elo = kMinElo + 10; elo <= kMaxElo; elo += 10) {
    const auto now = looks(elo);
    BOOST_REQUIRE(now.first <= 1 + 1e-9);
    BOOST_REQUIRE((now.first > before.first + 1e-9 || now.second > before.second));
    before = now;
  }
  BOOST_TEST(before.first > 0.999);
  BOOST_TEST(before.second > 500);
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
