#include "referee/game/shared_clock.h"

#include <boost/test/unit_test.hpp>
#include <random>
#include <vector>

using namespace toptile;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(shared_clock)

BOOST_AUTO_TEST_CASE(a_single_question_is_charged_the_time_that_passes) {
  for (const bool is_shared : {false, true}) {
    SharedClock clock(is_shared, 1, 3ms);
    BOOST_TEST((clock.charge() == 3ms));
    clock.advance(10ms);
    BOOST_TEST((clock.charge() == 13ms));
    BOOST_TEST((clock.end_of(20ms) == 17ms));
  }
}

BOOST_AUTO_TEST_CASE(while_k_questions_are_open_each_pays_a_kth) {
  SharedClock clock(true, 4, 0ms);
  BOOST_TEST((clock.end_of(10ms) == 40ms));
  clock.advance(20ms);
  BOOST_TEST((clock.charge() == 5ms));
  clock.close_one();
  BOOST_TEST((clock.end_of(10ms) == 35ms));
  clock.close_one();
  clock.advance(30ms);
  BOOST_TEST((clock.charge() == 10ms));
  BOOST_TEST((clock.end_of(9ms) == 30ms));  // Never before what has passed.
}

BOOST_AUTO_TEST_CASE(a_limit_that_is_not_shared_is_charged_to_each) {
  SharedClock clock(false, 4, 2ms);
  clock.advance(20ms);
  BOOST_TEST((clock.charge() == 22ms));
  clock.close_one();
  BOOST_TEST((clock.end_of(30ms) == 28ms));
}

BOOST_AUTO_TEST_CASE(a_time_before_the_last_one_and_the_longest_limits_do_no_harm) {
  SharedClock clock(true, 1024, 0ms);
  clock.advance(10ms);
  const auto charge = clock.charge();
  clock.advance(5ms);
  BOOST_TEST((clock.charge() == charge));
  BOOST_TEST((clock.end_of(SharedClock::Duration::max()) == 24h * 365));
}

// Whatever is answered when: all games together pay the time that passed, but for the rounding.
BOOST_AUTO_TEST_CASE(the_games_together_pay_what_has_passed) {
  std::mt19937 random(1);
  for (int round = 0; round < 1000; ++round) {
    const int questions = 1 + static_cast<int>(random() % 64);
    SharedClock clock(true, questions, 0ms);
    SharedClock::Duration passed{0}, paid{0};
    for (int open = questions; open > 0; --open) {
      passed += std::chrono::nanoseconds(random() % 1'000'000);
      clock.advance(passed);
      paid += clock.charge();
      clock.close_one();
    }
    BOOST_TEST((paid <= passed));
    BOOST_TEST((paid >= passed - std::chrono::nanoseconds(64 * 64)));
  }
}

BOOST_AUTO_TEST_SUITE_END()
