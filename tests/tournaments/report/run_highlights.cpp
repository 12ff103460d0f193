#include "tournaments/report/run_highlights.h"

#include <boost/test/unit_test.hpp>

namespace toptile {
BOOST_AUTO_TEST_SUITE(run_highlights)

namespace {

GameRecord record(std::uint64_t id) {
  GameRecord record;
  record.id = GameNumber{id};
  record.players = {"ann", "bob"};
  return record;
}

GameHighlights game(int points, int margin, int behind, std::size_t tiles, int ahead) {
  GameHighlights found;
  found.best_of_seats = {GameHighlights::Play{3, Seat{0}, points, "5d.AB"}, std::nullopt};
  found.margin = margin;
  if (behind > 0) found.comeback = {5, Seat{1}, behind};
  found.stack = {7, Seat{0}, "e5", std::vector<std::string>(tiles, "A")};
  found.fault = {9, Seat{1}, FaultKind::crash, ahead};
  return found;
}

BOOST_AUTO_TEST_CASE(of_equals_the_first_game_is_kept) {
  RunHighlights run;
  run.add(record(1), game(10, 5, 0, 2, -9));
  run.add(record(2), game(12, 4, 8, 3, -3));
  run.add(record(3), game(12, 4, 8, 3, -3));
  for (const auto id : {run.best_play->game, run.closest_game->game, run.comeback->game,
                        run.tallest_stack->game, run.costliest_fault->game})
    BOOST_TEST(id == 2U);
  BOOST_TEST(run.best_play->player == "ann");
  BOOST_TEST(run.comeback->player == "bob");
  BOOST_TEST(run.comeback->what.second == 4);
}

BOOST_AUTO_TEST_CASE(a_later_run_must_be_better) {
  RunHighlights all, one, other;
  one.add(record(8), game(10, 5, 3, 2, 0));
  other.add(record(1), game(10, 5, 3, 3, 1));
  one.set_run(0);
  other.set_run(1);
  all.add(one);
  all.add(other);
  BOOST_TEST(all.best_play->run == 0U);
  BOOST_TEST(all.closest_game->run == 0U);
  BOOST_TEST(all.comeback->run == 0U);
  BOOST_TEST(all.tallest_stack->run == 1U);
  BOOST_TEST(all.costliest_fault->run == 1U);
  BOOST_TEST(all.costliest_fault->game == 1U);
}

BOOST_AUTO_TEST_CASE(what_no_game_has_is_not_there) {
  RunHighlights run;
  run.add(record(1), GameHighlights());
  BOOST_TEST(!run.best_play.has_value());
  BOOST_TEST(!run.closest_game.has_value());
  BOOST_TEST(!run.comeback.has_value());
  BOOST_TEST(!run.tallest_stack.has_value());
  BOOST_TEST(!run.costliest_fault.has_value());
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
