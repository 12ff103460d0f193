// Which bots go on computing although signals stop them, and which do not: tested with real processes
// (bench/bots/pacer.cpp).
#include "referee/processes/standstill.h"

#include <boost/test/unit_test.hpp>

#include "tests/places.h"
#include "tests/referee/puppet.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(standstill)

namespace {

using Clock = std::chrono::steady_clock;

struct Ponderer {
  Ponderer(const std::string& deed, int milliseconds) : stage(launch_of(deed, milliseconds)) {
    BOOST_TEST((stage.channel.send("isready\n", in(kTimeout)) == Sent::whole));
    BOOST_TEST(stage.line() == "readyok");  // It computes.
  }

  static Launch launch_of(const std::string& deed, int milliseconds) {
    Launch launch;
    launch.argv = {built_file("bench/bots/pacer/pacer"), deed, std::to_string(milliseconds)};
    return launch;
  }

  // Does what the referee does while another bot thinks about a move.
  void stand_still(Clock::duration time, Clock::duration between_looks = 2ms) {
    for (const auto end = Clock::now() + time; Clock::now() < end; std::this_thread::sleep_for(between_looks))
      standstill.keep();
    standstill.end();
  }

  Stage stage;
  WatchedTree tree{stage.child.keeper()};
  Standstill standstill{tree, nullptr};
};

}  // namespace

BOOST_AUTO_TEST_CASE(who_computes_until_it_is_stopped_owes_nothing) {
  Ponderer honest("ponder", 0);
  for (int i = 0; i < 20; ++i) {
    honest.stand_still(60ms);
    std::this_thread::sleep_for(5ms);
  }
  BOOST_TEST(honest.standstill.take_debt().count() == 0);
  BOOST_TEST(!honest.standstill.is_broken());
}

BOOST_AUTO_TEST_CASE(who_wakes_itself_soon_is_found_out_by_how_much_it_computed) {
  Ponderer thief("ponder-awake", 3);
  BOOST_TEST(succeeds_in_time([&] {
    // A busy machine leaves it no time if it is stopped again at once, and each standstill has a grace.
    thief.stand_still(500ms, 40ms);
    return thief.standstill.is_broken();
  }));
  BOOST_TEST((thief.standstill.computed() > 500ms));
}

BOOST_AUTO_TEST_CASE(who_wakes_itself_after_it_was_seen_to_be_stopped_owes_what_it_computed) {
  Ponderer thief("ponder-awake", 30);
  Clock::duration debt{0};
  BOOST_TEST(succeeds_in_time([&] {
    thief.stand_still(200ms);
    debt += thief.standstill.take_debt();
    return debt >= 20ms;
  }));
  BOOST_TEST((debt <= thief.standstill.computed()));
  BOOST_TEST(thief.standstill.take_debt().count() == 0);
}

// If it were not stopped again, it would compute nearly all the time. On a busy machine, the test itself may
// be late to stop it.
BOOST_AUTO_TEST_CASE(who_wakes_itself_again_and_again_is_stopped_again_and_again) {
  Ponderer thief("ponder-awake", 30);
  BOOST_TEST(succeeds_in_time([&] {
    const auto before = thief.standstill.computed();
    thief.stand_still(1s);
    return thief.standstill.computed() - before < 600ms;
  }));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
