#include "ratings/tables/certain_circles.h"

#include <boost/test/unit_test.hpp>

#include "tests/ratings/simulated_games.h"

BOOST_AUTO_TEST_SUITE(certain_circles)

namespace {

using namespace toptile;
using namespace toptile::simulated;

std::vector<CertainWin> wins_in(int players, const Games& games) {
  const Ratings ratings = fit_ratings(players, games, {});
  return certain_wins(heads_to_heads(ratings, std::span<const ScoredGame>(games)), 1);
}

}  // namespace

BOOST_AUTO_TEST_CASE(there_is_none_in_an_order) {
  std::vector<CertainWin> wins;
  for (int one = 0; one < 50; ++one)
    for (int other = one + 1; other < 50; ++other) wins.push_back({one, other});
  BOOST_TEST(circles_of(50, wins).empty());
  BOOST_TEST(circles_of(0, {}).empty());
}

BOOST_AUTO_TEST_CASE(the_shortest_come_first_and_each_is_there_once) {
  // 5 > 1 > 3 > 5 is a circle, and so is 0 > 2 > 4 > 6 > 0; 7 beats somebody in each and 8 loses to them.
  const std::vector<CertainWin> wins{{0, 2}, {1, 3}, {1, 8}, {2, 4}, {3, 5}, {4, 6},
                                     {4, 8}, {5, 1}, {6, 0}, {7, 0}, {7, 1}};
  BOOST_TEST((circles_of(9, wins) == std::vector<Circle>{{1, 3, 5}, {0, 2, 4, 6}}));
}

BOOST_AUTO_TEST_CASE(a_win_in_two_circles_is_told_with_the_shorter_one) {
  // The circle is 0 > 1 > 2 > 0, and another way from 1 to 2 goes through 3.
  const std::vector<CertainWin> wins{{0, 1}, {1, 2}, {1, 3}, {2, 0}, {3, 2}};
  BOOST_TEST((circles_of(4, wins) == std::vector<Circle>{{0, 1, 2}, {0, 1, 3, 2}}));
}

// Two clear wins are no proof if many pairings are compared; thirty are.
BOOST_AUTO_TEST_CASE(a_win_is_certain_together_with_all_others) {
  Games games;
  int cluster = 0;
  const auto play = [&](int one, int other, int pairs) {
    for (int k = 0; k < pairs; ++k, ++cluster) {
      games.push_back({one, other, 1, cluster});
      games.push_back({other, one, 0, cluster});
    }
  };
  play(0, 1, 2);
  play(1, 2, 30);
  play(2, 0, 30);
  BOOST_TEST((wins_in(3, games) == std::vector<CertainWin>{{1, 2}, {2, 0}}));
  play(0, 1, 28);
  BOOST_TEST((wins_in(3, games) == std::vector<CertainWin>{{0, 1}, {1, 2}, {2, 0}}));
}

BOOST_AUTO_TEST_CASE(among_equals_a_win_is_certain_one_time_in_twenty) {
  Chance chance(8);
  int told = 0;
  constexpr int kRepetitions = 400;
  for (int k = 0; k < kRepetitions; ++k)
    told += !wins_in(6, clustered_round_robin(std::vector<double>(6), 30, 10, 0, chance)).empty();
  BOOST_TEST(told < 0.083 * kRepetitions);
}

BOOST_AUTO_TEST_SUITE_END()
