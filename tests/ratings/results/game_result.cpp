// The result of a record: points, ranks and fates of the seats, and how late the referee was.
#include "ratings/results/game_result.h"

#include <boost/test/unit_test.hpp>

#include "tests/protocol/small_records.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(game_result)

namespace {

using Fate = SeatResult::Fate;

GameRecord record_of(std::vector<int> scores, std::vector<int> ranks,
                     std::vector<ForfeitRecord> forfeits = {}) {
  GameRecord record = small_record(7);
  record.scores = std::move(scores);
  record.ranks = std::move(ranks);
  record.forfeits = std::move(forfeits);
  return record;
}

GameResult result_of_three(std::vector<int> ranks, std::vector<ForfeitRecord> forfeits = {}) {
  return result_of(record_of({30, 10, 50}, std::move(ranks), std::move(forfeits)),
                   {Entrant{4}, Entrant{2}, Entrant{9}});
}

BOOST_AUTO_TEST_CASE(a_seat_has_its_entrant_its_points_and_its_rank) {
  const GameResult result = result_of_three({2, 3, 1}, {{Seat{1}, 5, FaultKind::crash, "", {}}});
  BOOST_TEST(result.id == 7U);
  BOOST_TEST(result.seats().size() == 3U);
  BOOST_TEST((result.end == GameEnd::out));
  BOOST_TEST(result.by_seat[0].entrant == 4);
  BOOST_TEST(result.by_seat[1].points == 10);
  BOOST_TEST(result.by_seat[2].rank == 1);
  BOOST_TEST((result.by_seat[0].fate == Fate::played));
  BOOST_TEST((result.by_seat[1].fate == Fate::forfeited));
  BOOST_TEST(result.is_forfeited());
  BOOST_TEST(!result.is_void());
}

BOOST_AUTO_TEST_CASE(the_referee_is_late_from_ten_milliseconds_on) {
  for (const auto& [milliseconds, is_late] : {std::pair(0, false), {9, false}, {10, true}, {500, true}}) {
    GameRecord record = record_of({1, 0}, {1, 2});
    record.late = std::chrono::milliseconds(milliseconds);
    BOOST_TEST(result_of(record, {Entrant{0}, Entrant{1}}).is_late == is_late, milliseconds);
  }
}

BOOST_AUTO_TEST_CASE(others_are_beaten_whole_and_those_who_tie_by_half) {
  const GameResult apart = result_of_three({2, 3, 1});
  BOOST_TEST(apart.beaten(0) == 1);
  BOOST_TEST(apart.beaten(1) == 0);
  BOOST_TEST(apart.beaten(2) == 2);
  const GameResult level = result_of_three({1, 3, 1});
  BOOST_TEST(level.beaten(0) == 1.5);
  BOOST_TEST(level.beaten(1) == 0);
  BOOST_TEST(apart.spread(0) == (30 - 10) + (30 - 50));
  BOOST_TEST(apart.spread(2) == (50 - 30) + (50 - 10));
}

BOOST_AUTO_TEST_CASE(a_ranked_game_is_of_those_who_were_started) {
  const GameResult result = result_of_three({1, 3, 2}, {{Seat{0}, 0, FaultKind::withdrawn, "", {}}});
  BOOST_TEST(!result.is_void());
  BOOST_TEST(!result.is_forfeited());
  const RankedGame game = result.ranked();
  BOOST_REQUIRE(game.seats == 2);
  BOOST_TEST(game.players[0] == 2);
  BOOST_TEST(game.players[1] == 9);
  BOOST_TEST(game.ranks[0] == 3);
  BOOST_TEST(game.cluster == 3);
  BOOST_REQUIRE(game.points);
  BOOST_TEST((*game.points)[1] == 50);
  BOOST_TEST(!result_of_three({1, 3, 2}, {{Seat{2}, 9, FaultKind::time, "", {}}}).ranked().points);
  BOOST_TEST(result_of_three({1, 3, 2}, {{Seat{0}, 0, FaultKind::withdrawn, "", {}},
                                         {Seat{1}, 0, FaultKind::withdrawn, "", {}}})
                 .is_void());
}

BOOST_AUTO_TEST_CASE(of_several_forfeits_the_first_of_a_bot_that_took_part_is_told) {
  GameResults results;
  const GameRecord record = record_of(
      {0, 0, 0}, {2, 2, 1},
      {{Seat{0}, 0, FaultKind::withdrawn, "gone", {}}, {Seat{1}, 4, FaultKind::illegal, "wrong", {}}});
  results.add(record, result_of(record, {Entrant{4}, Entrant{2}, Entrant{9}}));
  BOOST_REQUIRE(results.forfeited.size() == 1U);
  const ForfeitedGame told = results.forfeited.at(GameNumber{7});
  BOOST_TEST(told.entrant == 2);
  BOOST_TEST((told.kind == FaultKind::illegal));
  BOOST_TEST(told.text == "wrong");
  results.cut_after(GameNumber{7});
  BOOST_TEST(results.games.size() == 1U);
  results.cut_after(GameNumber{6});
  BOOST_TEST(results.games.empty());
  BOOST_TEST(results.forfeited.empty());
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
