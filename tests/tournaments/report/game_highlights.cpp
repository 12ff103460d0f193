#include "tournaments/report/game_highlights.h"

#include <fmt/format.h>

#include <boost/test/unit_test.hpp>

#include "protocol/ruleset_json.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(game_highlights)

namespace {

const Ruleset& rules() {
  static const Ruleset rules = shipped_ruleset("hasbro").value();
  return rules;
}

struct Played {
  int seat;
  std::string move;
  int points;
  std::string rack = "AB", drawn = "C";
};

// Totals follow from the points, and final scores are the totals.
GameRecord record_of(int players, const std::vector<Played>& turns) {
  GameRecord record;
  record.id = GameNumber{1};
  std::vector<int> totals(static_cast<std::size_t>(players));
  for (int seat = 0; seat < players; ++seat) record.players.push_back(fmt::format("seat {}", seat));
  for (const Played& played : turns) {
    TurnRecord turn;
    turn.seat = Seat{played.seat};
    turn.rack = played.rack;
    turn.move = played.move;
    turn.points = played.points;
    turn.total = totals[played.seat] += played.points;
    turn.drawn = played.drawn;
    record.turns.push_back(turn);
  }
  record.racks.resize(record.players.size());
  record.ranks.assign(record.players.size(), 1);
  record.scores = totals;
  return record;
}

GameHighlights of(const GameRecord& record) {
  return highlights_of(record, rules());
}

ForfeitRecord forfeit(int seat, int after, FaultKind kind) {
  return {Seat{seat}, after, kind, "it: fell", {}};
}

BOOST_AUTO_TEST_CASE(what_no_player_chose_is_no_highlight) {
  GameRecord record = record_of(2, {{0, "5d.AB", 20}, {1, "5d.CD", 30}, {0, "5d.EF", 4}, {1, "9a.IT", 3}});
  record.opening = 2;
  const GameHighlights found = of(record);
  BOOST_REQUIRE(found.best() != nullptr);
  BOOST_TEST(found.best()->turn == 3U);
  BOOST_REQUIRE(found.stack.has_value());
  BOOST_TEST(found.stack->turn == 3U);
  BOOST_TEST(found.stack->tiles.size() == 3U);
  record.opening = 4;
  BOOST_TEST(!of(record).stack.has_value());
  BOOST_TEST(of(record).best() == nullptr);
}

BOOST_AUTO_TEST_CASE(of_equal_plays_the_first_is_the_best) {
  const GameHighlights found =
      of(record_of(2, {{0, "5d.AB", 7}, {1, "6d.CD", 9}, {0, "7d.EF", 9}, {1, "pass", 0}}));
  BOOST_REQUIRE(found.best() != nullptr);
  BOOST_TEST(found.best()->turn == 2U);
  BOOST_TEST(found.best()->points == 9);
  BOOST_TEST(found.best()->move == "6d.CD");
  BOOST_TEST(found.best_of_seats[0]->turn == 3U);
  BOOST_TEST((of(record_of(2, {{0, "pass", 0}})).best() == nullptr));
}

BOOST_AUTO_TEST_CASE(a_comeback_is_measured_at_the_first_turn_where_the_winner_was_furthest_behind) {
  // Seat 0 is 10 behind after turn 2, and 10 again after turn 4.
  const GameHighlights found = of(
      record_of(2, {{0, "1a.AB", 5}, {1, "3a.AB", 15}, {0, "5a.AB", 5}, {1, "7a.AB", 5}, {0, "9a.AB", 30}}));
  BOOST_REQUIRE(found.comeback.has_value());
  BOOST_TEST(found.comeback->turn == 2U);
  BOOST_TEST(found.comeback->seat == 0);
  BOOST_TEST(found.comeback->behind == 10);
  BOOST_TEST(found.margin.value() == 20);
  // Nobody won, and the winner was never behind.
  const GameHighlights level = of(record_of(2, {{0, "1a.AB", 5}, {1, "3a.AB", 5}}));
  BOOST_TEST(level.margin.value() == 0);
  BOOST_TEST(!level.comeback.has_value());
  BOOST_TEST(!of(record_of(2, {{0, "1a.AB", 5}, {1, "3a.AB", 4}})).comeback.has_value());
}

BOOST_AUTO_TEST_CASE(in_games_of_more_the_leader_and_the_next_best_count) {
  const GameHighlights found = of(
      record_of(4, {{0, "1a.AB", 5}, {1, "3a.AB", 30}, {2, "5a.AB", 8}, {3, "7a.AB", 1}, {2, "9a.AB", 24}}));
  BOOST_TEST(found.margin.value() == 2);
  BOOST_TEST(found.comeback->seat == 2);
  BOOST_TEST(found.comeback->behind == 30);
  BOOST_TEST(found.comeback->turn == 2U);
}

BOOST_AUTO_TEST_CASE(a_stack_has_its_tiles_from_the_bottom_and_counts_no_tile_twice) {
  // The second play leaves the A as it is, and covers the B with the QU.
  const GameHighlights found =
      of(record_of(2, {{0, "5d.AB", 4}, {1, "5d.AQUE", 6}, {0, "4e.MX", 3}, {1, "d5.AT", 3}}));
  BOOST_REQUIRE(found.stack.has_value());
  BOOST_TEST(found.stack->square == "e5");
  BOOST_TEST(found.stack->turn == 2U);
  BOOST_TEST(found.stack->seat == 1);
  BOOST_TEST(found.stack->tiles == (std::vector<std::string>{"B", "Qu"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_play_that_was_challenged_away_is_neither_played_nor_stacked) {
  GameRecord record = record_of(3, {{0, "5d.AB", 4},
                                    {1, "5d.CD", 0, "CDE", ""},
                                    {2, "accept", 0},
                                    {0, "challenge", 0},
                                    {1, "pass", 0, "CDE", ""},
                                    {0, "4e.XY", 2}});
  BOOST_TEST(of(record).stack->tiles.size() == 1U);
  // The same rack again is in the record's end, if the seat has no later turn.
  record.turns.resize(4);
  record.racks[1] = "CDE";
  BOOST_TEST(of(record).stack->tiles.size() == 1U);
  // This challenge was wrong: the tiles are gone from the rack.
  record.racks[1] = "E";
  BOOST_TEST(of(record).stack->tiles.size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_forfeit_counts_by_its_lead_over_who_is_still_in_the_game) {
  GameRecord record = record_of(3, {{0, "1a.AB", 50}, {1, "3a.AB", 20}, {2, "5a.AB", 5}, {1, "7a.AB", 9}});
  record.end = GameEnd::forfeit;
  record.forfeits = {forfeit(0, 2, FaultKind::crash), forfeit(1, 4, FaultKind::time)};
  const GameHighlights found = of(record);
  BOOST_REQUIRE(found.fault.has_value());
  BOOST_TEST(found.fault->seat == 0);
  BOOST_TEST(found.fault->ahead == 30);
  BOOST_TEST(found.fault->turn == 2U);
  BOOST_TEST(!found.margin.has_value());
  BOOST_TEST(!found.comeback.has_value());
  // Seat 0 is not in the way of the second.
  record.forfeits[0] = forfeit(0, 0, FaultKind::crash);
  BOOST_TEST(of(record).fault->seat == 1);
  BOOST_TEST(of(record).fault->ahead == 24);
  BOOST_TEST((of(record).fault->kind == FaultKind::time));
}

BOOST_AUTO_TEST_CASE(who_was_not_started_is_no_player) {
  GameRecord record = record_of(3, {{1, "1a.AB", 5}, {2, "3a.AB", 9}, {1, "5a.AB", 6}});
  record.forfeits = {forfeit(0, 0, FaultKind::withdrawn)};
  BOOST_TEST(of(record).margin.value() == 2);
  BOOST_TEST(of(record).comeback->behind == 4);
  BOOST_TEST(!of(record).fault.has_value());
  record.forfeits.push_back(forfeit(1, 0, FaultKind::withdrawn));
  BOOST_TEST(!of(record).margin.has_value());
}

BOOST_AUTO_TEST_CASE(a_record_that_lies_gives_some_answer) {
  std::vector<Played> turns = {
      {0, "no move", 90}, {1, "10j.ABCDEF", 1}, {0, "15a.AB", 2}, {1, "challenge", 77}};
  for (int i = 0; i < 30; ++i) turns.push_back({i % 2, i % 2 == 0 ? "5d.A" : "5d.B", 1});
  GameRecord record = record_of(2, turns);
  record.scores = {-100'000'000, 100'000'000};
  const GameHighlights found = of(record);
  BOOST_TEST(found.best()->points == 2);
  BOOST_TEST(found.stack->tiles.size() == static_cast<std::size_t>(rules().height));
  BOOST_TEST(found.margin.value() == 200'000'000);
  record.forfeits = {forfeit(0, 1'000'000, FaultKind::hang), forfeit(0, 3, FaultKind::hang),
                     forfeit(1, 4, FaultKind::hang)};
  BOOST_TEST(of(record).fault->turn == turns.size());
  const GameHighlights alone = of(record_of(1, {{0, "5d.AB", 4}}));
  BOOST_TEST(alone.best()->points == 4);
  BOOST_TEST(!alone.margin.has_value());
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
