// tests/e2e/test_report.py tests the reading of whole runs, on real ones.
#include "tournaments/report/report_records.h"

#include <boost/test/unit_test.hpp>

namespace toptile {
BOOST_AUTO_TEST_SUITE(report_records)

namespace {

BOOST_AUTO_TEST_CASE(games_are_chosen_by_numbers_and_ranges) {
  const auto chosen = GameSelection::parse("3,7-9,64-64");
  BOOST_REQUIRE(chosen.has_value());
  std::vector<std::uint64_t> has;
  for (GameNumber id{1}; id <= 100; ++id)
    if (chosen->has(id)) has.push_back(id);
  BOOST_TEST(has == (std::vector<std::uint64_t>{3, 7, 8, 9, 64}), boost::test_tools::per_element());
  BOOST_TEST(GameSelection::parse("all")->has(GameNumber{4'000'000'000}));
  BOOST_TEST(!GameSelection::parse("none")->has(GameNumber{1}));
}

BOOST_AUTO_TEST_CASE(nothing_else_is_a_choice) {
  for (const char* text : {"", "0", "-1", "3-", "9-7", "1,", ",1", "1,,2", "x", "All", "1 2", "1-2-3", "1.5",
                           "99999999999999999999"})
    BOOST_TEST(!GameSelection::parse(text).has_value(), text);
}

BOOST_AUTO_TEST_CASE(times_fall_into_their_classes) {
  BotMoves moves;
  for (const std::int64_t ms : {0, 0, 1, 2, 4, 5, 9, 10, 499'999, 500'000, 900'000}) moves.add_time(ms);
  BOOST_TEST(moves.moves == 11U);
  BOOST_TEST(moves.most_ms == 900'000);
  BOOST_TEST(moves.total_ms == 499'999 + 500'000 + 900'000 + 31);
  BOOST_TEST(moves.times[0] == 2U);
  BOOST_TEST(moves.times[1] == 1U);
  BOOST_TEST(moves.times[2] == 2U);
  BOOST_TEST(moves.times[3] == 2U);
  BOOST_TEST(moves.times[4] == 1U);
  BOOST_TEST(moves.times[17] == 1U);
  BOOST_TEST(moves.times[18] == 2U);
}

BOOST_AUTO_TEST_CASE(late_turns_are_counted_as_the_last_told_apart) {
  BotMoves moves, more;
  moves.add_turn(kMaxTurnsApart, 5, 1);
  moves.add_turn(kMaxTurnsApart + 7, 6, 2);
  more.add_turn(2, 9, 3);
  more.add(moves);
  moves.add(more);
  BOOST_TEST(moves.turns.size() == kMaxTurnsApart);
  BOOST_TEST(moves.turns.back().count == 4U);
  BOOST_TEST(moves.turns.back().points == 22);
  BOOST_TEST(moves.turns[1].ms == 3);
  BOOST_TEST(moves.turns[0].count == 0U);
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
