#include "referee/game/clock.h"

#include <boost/test/unit_test.hpp>

namespace toptile {
BOOST_AUTO_TEST_SUITE(clock)

namespace {

using namespace std::chrono_literals;

BOOST_AUTO_TEST_CASE(a_game_clock_loses_what_was_taken_and_gains_the_increment) {
  Clocks clocks({.kind = TimeControl::Kind::game_clock, .time = 10s, .increment = 100ms, .margin = 50ms}, 2);
  BOOST_TEST(uwi::format(uwi::RefereeMessage(clocks.go(Seat{0}, false))) ==
             "go clock 10000,10000 inc 100,100");
  BOOST_TEST((clocks.limit(Seat{0}).time == 10050ms));
  clocks.charge(Seat{0}, 2500us);
  BOOST_TEST(uwi::format(uwi::RefereeMessage(clocks.go(Seat{0}, true))) ==
             "go challenge clock 10097,10000 inc 100,100");
  BOOST_TEST((clocks.left(Seat{0}) == 10097ms));
  BOOST_TEST((clocks.left(Seat{1}) == 10s));
}

BOOST_AUTO_TEST_CASE(the_margin_is_never_charged) {
  Clocks clocks({.kind = TimeControl::Kind::game_clock, .time = 1s, .increment = 20ms, .margin = 50ms}, 2);
  clocks.charge(Seat{1}, 1040ms);
  BOOST_TEST((clocks.left(Seat{1}) == 20ms));
}

BOOST_AUTO_TEST_CASE(a_limit_per_move_is_the_same_for_every_move) {
  Clocks clocks({.kind = TimeControl::Kind::move_time, .time = 500ms, .margin = 30ms}, 2);
  clocks.charge(Seat{0}, 499ms);
  BOOST_TEST(uwi::format(uwi::RefereeMessage(clocks.go(Seat{0}, false))) == "go movetime 500");
  BOOST_TEST((clocks.limit(Seat{0}).time == 530ms));
  BOOST_TEST(!clocks.left(Seat{0}));
}

std::string told(const Clocks& clocks) {
  return uwi::format(uwi::RefereeMessage(clocks.go(Seat{0}, false)));
}

BOOST_AUTO_TEST_CASE(a_bank_pays_for_what_moves_take_over_their_limit) {
  Clocks clocks({.kind = TimeControl::Kind::move_time, .time = 500ms, .margin = 30ms, .bank = 1s}, 2);
  BOOST_TEST(told(clocks) == "go movetime 500 bank 1000,1000");
  BOOST_TEST((clocks.limit(Seat{0}).time == 1530ms));
  clocks.charge(Seat{0}, 499ms);
  BOOST_TEST((clocks.left(Seat{0}) == 1000ms));
  clocks.charge(Seat{0}, 700ms);
  BOOST_TEST((clocks.left(Seat{0}) == 800ms));
  BOOST_TEST(told(clocks) == "go movetime 500 bank 800,1000");
  BOOST_TEST((clocks.limit(Seat{0}).time == 1330ms));
  clocks.charge(Seat{0}, 1320ms);  // The margin saved it.
  BOOST_TEST((clocks.left(Seat{0}) == 0ms));
  BOOST_TEST(told(clocks) == "go movetime 500 bank 0,1000");
  BOOST_TEST((clocks.limit(Seat{0}).time == 530ms));
}

std::string told(const Clocks& clocks, Seat seat) {
  return uwi::format(uwi::RefereeMessage(clocks.go(seat, false)));
}

BOOST_AUTO_TEST_CASE(a_seat_may_have_a_clock_of_its_own) {
  const OwnClock own[] = {{}, {.time = 2s, .increment = 0ms, .nodes = 900}};
  Clocks game(
      {.kind = TimeControl::Kind::game_clock, .time = 10s, .increment = 100ms, .margin = 50ms, .nodes = 20},
      2, own);
  BOOST_TEST(told(game, Seat{0}) == "go clock 10000,2000 inc 100,0 nodes 20");
  BOOST_TEST(told(game, Seat{1}) == "go clock 10000,2000 inc 100,0 nodes 900");
  BOOST_TEST((game.limit(Seat{0}).time == 10050ms));
  BOOST_TEST((game.limit(Seat{1}).time == 2050ms));
  game.charge(Seat{0}, 1s);
  game.charge(Seat{1}, 1s);
  BOOST_TEST(told(game, Seat{1}) == "go clock 9100,1000 inc 100,0 nodes 900");

  Clocks move({.kind = TimeControl::Kind::move_time, .time = 500ms, .margin = 30ms, .bank = 1s}, 2, own);
  BOOST_TEST(told(move, Seat{0}) == "go movetime 500 bank 1000,1000");
  BOOST_TEST(told(move, Seat{1}) == "go movetime 2000 bank 1000,1000 nodes 900");
  BOOST_TEST((move.limit(Seat{1}).time == 3030ms));
  move.charge(Seat{1}, 1900ms);
  BOOST_TEST((move.left(Seat{1}) == 1000ms));
  move.charge(Seat{0}, 700ms);
  BOOST_TEST((move.left(Seat{0}) == 800ms));
}

BOOST_AUTO_TEST_CASE(nobody_is_told_a_limit_of_no_nodes) {
  const OwnClock own[] = {{.nodes = 0}, {}};
  const Clocks clocks({.kind = TimeControl::Kind::none, .nodes = 20}, 2, own);
  BOOST_TEST(told(clocks, Seat{0}) == "go infinite");
  BOOST_TEST(told(clocks, Seat{1}) == "go infinite nodes 20");
}

TimeControl with_overtime() {
  TimeControl control{.kind = TimeControl::Kind::game_clock, .time = 1s, .margin = 50ms, .hang = 3s};
  control.overtime = {{.points = 10, .period = 2s}, 2};
  return control;
}

BOOST_AUTO_TEST_CASE(in_overtime_the_clock_goes_below_zero_until_the_last_period_is_over) {
  Clocks clocks(with_overtime(), 2);
  BOOST_TEST(
      (clocks.allowance(Seat{0}) == 1s + 3s + 50ms));  // It counts as hanging before the periods are over.
  BOOST_TEST((clocks.limit(Seat{0}).time == 1s + 50ms));
  BOOST_TEST((clocks.limit(Seat{0}).beyond == 3s));  // The games of a batch share the clocks, but not this.
  clocks.charge(Seat{0}, 1040ms);                    // The margin saved it.
  BOOST_TEST((clocks.left(Seat{0}) == 0ms));
  clocks.charge(Seat{0}, 60ms);
  BOOST_TEST((clocks.left(Seat{0}) == -60ms));
  clocks.charge(Seat{0}, 1ms);  // Below zero, the margin forgives nothing.
  BOOST_TEST((clocks.left(Seat{0}) == -61ms));
  BOOST_TEST(told(clocks) == "go clock -61,1000 inc 0,0");
  BOOST_TEST((clocks.allowance(Seat{0}) == 3s + 50ms));
  clocks.charge(Seat{0}, 2500ms);
  BOOST_TEST((clocks.allowance(Seat{0}) == 1439ms + 50ms));
  BOOST_TEST((clocks.limit(Seat{0}).time == 1439ms + 50ms));  // The last period ends before it hangs.
  BOOST_TEST((clocks.limit(Seat{0}).beyond == 0s));
  clocks.charge(Seat{0}, 1480ms);
  BOOST_TEST((clocks.left(Seat{0}) == -4s));
  BOOST_TEST((clocks.left(Seat{1}) == 1s));
}

BOOST_AUTO_TEST_CASE(a_clock_that_an_increment_brings_near_zero_is_forgiven_nothing) {
  TimeControl control = with_overtime();
  control.increment = 30ms;
  Clocks clocks(control, 2);
  clocks.charge(Seat{0}, 1060ms);
  BOOST_TEST((clocks.left(Seat{0}) == -30ms));
  clocks.charge(Seat{0}, 10ms);  // At -40 ms the margin does not help: the clock was below zero before.
  BOOST_TEST((clocks.left(Seat{0}) == -10ms));
  clocks.charge(Seat{0}, 0ms);
  BOOST_TEST((clocks.left(Seat{0}) == 20ms));
  clocks.charge(Seat{0}, 70ms);  // Above zero the whole margin saves it again.
  BOOST_TEST((clocks.left(Seat{0}) == 30ms));
  clocks.charge(Seat{0}, 81ms);
  BOOST_TEST((clocks.left(Seat{0}) == -21ms));
}

BOOST_AUTO_TEST_CASE(every_period_of_overtime_that_is_started_counts) {
  const Overtime overtime{.points = 10, .period = 2s};
  const std::vector<std::pair<std::chrono::milliseconds, int>> periods = {
      {5s, 0}, {0ms, 0}, {-1ms, 1}, {-2000ms, 1}, {-2001ms, 2}, {-4000ms, 2}, {-4001ms, 3}};
  for (const auto& [lowest, count] : periods) BOOST_TEST(overtime.periods(lowest) == count);
}

BOOST_AUTO_TEST_CASE(where_processor_time_is_charged_the_time_that_passes_only_shows_a_bot_that_hangs) {
  Clocks clocks({.kind = TimeControl::Kind::game_clock,
                 .time = 1s,
                 .margin = 50ms,
                 .hang = 7s,
                 .measure = TimeControl::Measure::processor},
                2);
  clocks.charge(Seat{0}, 400ms);
  BOOST_TEST((clocks.allowance(Seat{0}) == 650ms));
  BOOST_TEST((clocks.limit(Seat{0}).time == 7s));
}

BOOST_AUTO_TEST_CASE(a_move_that_is_refused_earns_no_increment_and_no_new_limit) {
  Clocks game({.kind = TimeControl::Kind::game_clock, .time = 10s, .increment = 5s, .margin = 50ms}, 2);
  for (int i = 0; i < 3; ++i) game.charge(Seat{0}, 100ms, Clocks::Turn::goes_on);
  BOOST_TEST((game.left(Seat{0}) == 9700ms));
  game.charge(Seat{0}, 100ms);
  BOOST_TEST((game.left(Seat{0}) == 14'600ms));

  Clocks bank({.kind = TimeControl::Kind::move_time, .time = 500ms, .margin = 30ms, .bank = 1s}, 2);
  bank.charge(Seat{0}, 400ms, Clocks::Turn::goes_on);
  BOOST_TEST(told(bank) == "go movetime 100 bank 1000,1000");
  BOOST_TEST((bank.allowance(Seat{0}) == 100ms + 1000ms + 30ms));
  bank.charge(Seat{0}, 300ms, Clocks::Turn::goes_on);
  BOOST_TEST(told(bank) == "go movetime 0 bank 800,1000");
  bank.charge(Seat{0}, 100ms);
  BOOST_TEST(told(bank) == "go movetime 500 bank 700,1000");

  Clocks limit({.kind = TimeControl::Kind::move_time, .time = 500ms, .margin = 30ms}, 3);
  limit.charge(Seat{2}, 480ms, Clocks::Turn::goes_on);
  BOOST_TEST((limit.limit(Seat{2}).time == 50ms));
  limit.give_up_turn();  // The next seat has the whole limit.
  BOOST_TEST((limit.limit(Seat{0}).time == 530ms));
}

BOOST_AUTO_TEST_CASE(overtime_goes_on_over_moves_that_are_refused) {
  Clocks clocks(with_overtime(), 3);
  clocks.charge(Seat{2}, 1040ms, Clocks::Turn::goes_on);  // The margin saved it.
  BOOST_TEST((clocks.left(Seat{2}) == 0ms));
  clocks.charge(Seat{2}, 70ms, Clocks::Turn::goes_on);
  BOOST_TEST((clocks.left(Seat{2}) == -70ms));
  clocks.charge(Seat{2}, 10ms);
  BOOST_TEST((clocks.left(Seat{2}) == -80ms));
  BOOST_TEST(told(clocks) == "go clock 1000,1000,-80 inc 0,0,0");
}

BOOST_AUTO_TEST_CASE(without_a_clock_only_hanging_is_limited) {
  const Clocks clocks({.kind = TimeControl::Kind::none, .hang = 7s}, 2);
  BOOST_TEST(uwi::format(uwi::RefereeMessage(clocks.go(Seat{0}, false))) == "go infinite");
  BOOST_TEST((clocks.limit(Seat{1}).time == 7s));
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
