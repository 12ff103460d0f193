// How long the champion thinks: never longer than it has.
#include "champion/time_plan.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>

using namespace toptile::champion;
using std::chrono::milliseconds;

BOOST_AUTO_TEST_SUITE(time_plan)

BOOST_AUTO_TEST_CASE(a_limit_for_each_move_is_nearly_used) {
  BOOST_TEST((time_for_move({.left = milliseconds(1000)}) == milliseconds(970)));
  BOOST_TEST((time_for_move({.left = milliseconds(50)}) == milliseconds(45)));
  BOOST_TEST((time_for_move({.left = milliseconds(3)}) == milliseconds(0)));
  BOOST_TEST((time_for_move({.left = milliseconds(-5)}) == milliseconds(0)));
  BOOST_TEST(!time_for_move({}).has_value());
}

BOOST_AUTO_TEST_CASE(a_clock_lasts_for_the_game_and_is_used) {
  for (const int start : {10, 100, 1000, 10'000, 300'000}) {
    for (const int increment : {0, 1, 10, 1000}) {
      milliseconds left(start);
      for (int turns = 30; turns > 0; --turns) {
        const auto time = time_for_move(
            {.left = left, .is_for_game = true, .increment = milliseconds(increment), .turns = turns});
        BOOST_REQUIRE(time.has_value());
        BOOST_REQUIRE((*time >= milliseconds(0)));
        BOOST_REQUIRE((*time <= std::max(left, milliseconds(0)) / 2));
        // The answer costs a millisecond more than was planned.
        left -= *time + milliseconds(1);
        if (start >= 100) BOOST_REQUIRE((left > milliseconds(0)));
        left += milliseconds(increment);
      }
      if (start >= 1000 && increment == 0) BOOST_TEST((left < milliseconds(start) / 2));
    }
  }
}

BOOST_AUTO_TEST_CASE(turns_follow_from_the_tiles) {
  BOOST_TEST(turns_left(100, 2) == 21);
  BOOST_TEST(turns_left(7, 2) == 3);
  BOOST_TEST(turns_left(0, 2) == 2);
  BOOST_TEST(turns_left(100, 4) == 11);
}

BOOST_AUTO_TEST_SUITE_END()
