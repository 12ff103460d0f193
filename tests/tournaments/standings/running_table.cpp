#include "tournaments/standings/running_table.h"

#include <boost/test/unit_test.hpp>

namespace toptile {
BOOST_AUTO_TEST_SUITE(running_table)

namespace {

GameResult game(const std::vector<int>& entrants, const std::vector<int>& scores,
                const std::vector<int>& ranks) {
  GameResult result;
  result.players = static_cast<std::uint8_t>(entrants.size());
  for (std::size_t seat = 0; seat < entrants.size(); ++seat) {
    result.by_seat[seat] = {scores[seat], static_cast<std::uint16_t>(entrants[seat]),
                            static_cast<std::uint8_t>(ranks[seat]), SeatResult::Fate::played};
  }
  return result;
}

BOOST_AUTO_TEST_CASE(points_and_spreads_add_up_as_in_the_standings) {
  RunningTable table(3);
  table.add(game({0, 1}, {100, 120}, {2, 1}));
  table.add(game({1, 0}, {90, 90}, {1, 1}));
  const auto rows = table.rows();
  BOOST_TEST(rows[0].entrant == 1);
  BOOST_TEST(rows[0].points == 1.5);
  BOOST_TEST(rows[0].mean_spread().value() == 10);
  BOOST_TEST(rows[1].entrant == 0);
  BOOST_TEST(rows[1].games == 2);
  BOOST_TEST(rows[1].mean_spread().value() == -10);
  BOOST_TEST(rows[2].games == 0);
}

BOOST_AUTO_TEST_CASE(forfeits_count_as_games_and_not_in_spreads_and_withdrawals_for_nobody) {
  RunningTable table(2);
  GameResult forfeited = game({0, 1}, {0, 50}, {2, 1});
  forfeited.by_seat[0].fate = SeatResult::Fate::forfeited;
  table.add(forfeited);
  GameResult unplayed = game({0, 1}, {50, 0}, {1, 2});
  unplayed.by_seat[1].fate = SeatResult::Fate::withdrawn;
  table.add(unplayed);
  const auto rows = table.rows();
  BOOST_TEST(rows[0].entrant == 1);
  BOOST_TEST(rows[0].games == 1);
  BOOST_TEST(rows[0].points == 1);
  BOOST_TEST(rows[0].finished == 0);
  BOOST_TEST(!rows[0].mean_spread());
}

BOOST_AUTO_TEST_CASE(with_more_than_two_a_point_is_shared_by_those_who_are_beaten) {
  RunningTable table(3);
  table.add(game({2, 0, 1}, {30, 60, 60}, {3, 1, 1}));
  const auto rows = table.rows();
  BOOST_TEST(rows[0].points == 0.75);
  BOOST_TEST(rows[1].points == 0.75);
  BOOST_TEST(rows[2].points == 0);
  BOOST_TEST(rows[2].mean_spread().value() == -30);
}

BOOST_AUTO_TEST_CASE(ratings_order_the_rows_once_they_are_there_and_earlier_games_count) {
  RunningTable table(2);
  Standings before;
  before.rows.resize(2);
  before.rows[0].entrant = 1;
  before.rows[0].games = before.rows[1].games = 4;
  before.rows[0].points = 1;
  before.rows[0].finished = 3;  // The other one forfeited a game.
  before.rows[0].mean_spread = -5;
  before.rows[0].rating.elo = 50;
  before.rows[1].points = 3;
  before.rows[1].finished = 3;
  before.rows[1].mean_spread = 5;
  before.rows[1].rating.elo = -50;
  table.take(before);
  table.add(game({0, 1}, {105, 100}, {1, 2}));
  const auto rows = table.rows();
  // Ratings of five games order nothing.
  BOOST_TEST(rows[0].entrant == 0);
  BOOST_TEST(rows[1].games == 5);
  BOOST_TEST(rows[1].mean_spread().value() == -5);
  BOOST_TEST(rows[0].points == 4);
  BOOST_TEST(rows[0].mean_spread().value() == 5);
  for (int i = 0; i < 4; ++i) table.add(game({0, 1}, {105, 100}, {1, 2}));
  BOOST_TEST(table.rows()[0].entrant == 0);
  table.add(game({0, 1}, {105, 100}, {1, 2}));
  BOOST_TEST(table.rows()[0].entrant == 1);
  BOOST_TEST(table.rows()[0].games == 10);
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
