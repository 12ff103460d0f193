// What a bot is charged for on a machine that is busy.
#include "conformance/fair_time.h"

#include <boost/test/unit_test.hpp>

#include "referee/processes/process_tree.h"
#include "tests/referee/puppet.h"

namespace toptile::conformance {

namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

// A puppet that burns 150 ms of processor time beside two that never stop, all on one processor.
struct Crowd {
  explicit Crowd(const std::string& burn = "burn:150")
      : stage({"say:ready", "swallow:1", burn, "say:burnt", "hang"}) {}

  const OnOneProcessor pinned;
  Stage busy{{"burn:100000000"}}, as_busy{{"burn:100000000"}}, stage;

  // What is charged to the processes below `root`, of the whole time.
  std::pair<nanoseconds, nanoseconds> burn(pid_t root) {
    BOOST_REQUIRE(stage.line() == "ready");
    FairTime time(root);
    stage.channel.send("\n", in(kTimeout));
    stage.line();
    Reception reception;
    while ((reception = stage.channel.receive(in(10ms))).outcome == Received::timed_out) time.look();
    BOOST_REQUIRE(reception.text == "burnt");
    const Instant arrival = steady_clock::now();
    return {time.until(arrival), arrival - time.begin()};
  }
};

boost::test_tools::assertion_result are_run_delays_counted(boost::unit_test::test_unit_id) {
  boost::test_tools::assertion_result answer(
      parse_run_delay(text_of("/proc/thread-self/schedstat")).has_value());
  answer.message() << "this kernel does not count how long a thread is ready to run";
  return answer;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fair_time)

BOOST_AUTO_TEST_CASE(a_bot_is_not_charged_for_what_others_compute,
                     *boost::unit_test::precondition(are_run_delays_counted)) {
  Crowd crowd;
  const auto [charged, whole] = crowd.burn(crowd.stage.child.keeper());
  BOOST_TEST((charged >= 140ms));
  BOOST_TEST((charged < whole - 75ms));
}

// A bot may start a program for each move. Of a process that has ended, only a look before its end tells.
BOOST_AUTO_TEST_CASE(a_bot_is_not_charged_for_what_its_programs_wait,
                     *boost::unit_test::precondition(are_run_delays_counted)) {
  Crowd crowd("burn-in-child:150");
  const auto [charged, whole] = crowd.burn(crowd.stage.child.keeper());
  BOOST_TEST((charged >= 140ms));
  BOOST_TEST((charged < whole - 75ms));
}

BOOST_AUTO_TEST_CASE(a_bot_is_charged_for_its_own_threads_that_keep_each_other_waiting) {
  Crowd crowd;
  const nanoseconds before = processor_time_of_descendants(::getpid());
  const auto [charged, whole] = crowd.burn(::getpid());
  const nanoseconds used = processor_time_of_descendants(::getpid()) - before;
  BOOST_TEST((used >= 150ms));
  BOOST_TEST((charged >= std::min(used, whole) - 50ms));
}

// A machine that is busy is not an excuse for a bot that sleeps, however often the thread that asks looks.
BOOST_AUTO_TEST_CASE(sleep_is_charged_on_a_busy_machine) {
  Crowd crowd("sleep:300");
  const auto [charged, whole] = crowd.burn(crowd.stage.child.keeper());
  BOOST_TEST((charged >= 290ms));
}

// If the thread that asks is kept from running meanwhile, less is charged: so once is enough.
BOOST_AUTO_TEST_CASE(sleep_is_charged) {
  BOOST_TEST(succeeds_in_time([] {
    Stage stage({"say:ready", "swallow:1", "sleep:100", "say:awake", "hang"});
    stage.line();
    FairTime time(stage.child.keeper());
    stage.channel.send("\n", in(kTimeout));
    stage.line();
    BOOST_REQUIRE(stage.line() == "awake");
    return time.until(steady_clock::now()) >= 100ms;
  }));
}

BOOST_AUTO_TEST_CASE(what_came_before_the_question_took_no_time) {
  FairTime time(::getpid());
  BOOST_TEST((time.until(time.begin() - 1s) == 0s));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile::conformance
