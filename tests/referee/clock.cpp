#include "referee/clock.h"

#include <boost/test/unit_test.hpp>

namespace toptile {
namespace {

using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(clock)

BOOST_AUTO_TEST_CASE(a_game_clock_loses_what_was_taken_and_gains_the_increment) {
  Clocks clocks({.kind = TimeControl::Kind::game_clock, .time = 10s, .increment = 100ms, .margin = 50ms}, 2);
  BOOST_TEST(uwi::format(uwi::RefereeMessage(clocks.go(false))) == "go clock 10000,10000 inc 100,100");
  const Instant begin{};
  BOOST_TEST((clocks.deadline(0, begin) == begin + 10050ms));
  clocks.charge(0, 2500us);
  BOOST_TEST(uwi::format(uwi::RefereeMessage(clocks.go(true))) ==
             "go challenge clock 10097,10000 inc 100,100");
  BOOST_TEST((clocks.left(0) == 10097ms));
  BOOST_TEST((clocks.left(1) == 10s));
}

BOOST_AUTO_TEST_CASE(the_margin_is_never_charged) {
  Clocks clocks({.kind = TimeControl::Kind::game_clock, .time = 1s, .increment = 20ms, .margin = 50ms}, 2);
  clocks.charge(1, 1040ms);
  BOOST_TEST((clocks.left(1) == 20ms));
}

BOOST_AUTO_TEST_CASE(a_limit_per_move_is_the_same_for_every_move) {
  Clocks clocks({.kind = TimeControl::Kind::move_time, .time = 500ms, .margin = 30ms}, 2);
  clocks.charge(0, 499ms);
  BOOST_TEST(uwi::format(uwi::RefereeMessage(clocks.go(false))) == "go movetime 500");
  BOOST_TEST((clocks.deadline(0, Instant{}) == Instant{} + 530ms));
  BOOST_TEST(!clocks.left(0));
}

BOOST_AUTO_TEST_CASE(without_a_clock_only_hanging_is_limited) {
  Clocks clocks({.kind = TimeControl::Kind::none, .hang = 7s}, 2);
  BOOST_TEST(uwi::format(uwi::RefereeMessage(clocks.go(false))) == "go infinite");
  BOOST_TEST((clocks.deadline(1, Instant{}) == Instant{} + 7s));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace toptile
