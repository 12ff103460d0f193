// The race: who is behind drops out, who is not stays, and the numbers are those of a slow twin.
#include "champion/race.h"

#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "engine/random.h"

using namespace toptile;
using namespace toptile::champion;

BOOST_AUTO_TEST_SUITE(race)

namespace {

// A draw from about a normal distribution.
double noise(Random& random) {
  double sum = 0;
  for (int i = 0; i < 12; ++i) sum += static_cast<double>(random.below(1'000'001)) / 1e6;
  return sum - 6;
}

}  // namespace

BOOST_AUTO_TEST_CASE(means_and_errors_are_those_of_the_tries) {
  Race race({0, 0}, 1e9);
  Random random(1);
  double sum = 0, squares = 0;
  constexpr int kTries = 50;
  for (int i = 0; i < kTries; ++i) {
    const double chance = static_cast<double>(random.below(1001)) / 1000;
    sum += chance;
    squares += chance * chance;
    race.add(std::array{Outcome{10, chance, 1}, Outcome{-10, 1 - chance, 1}});
    race.drop_those_behind();
  }
  BOOST_TEST(race.running().size() == 2U);
  const Race::Standing first = race.standing(0), second = race.standing(1);
  const double mean = sum / kTries;
  BOOST_TEST(first.tries == 50U);
  BOOST_TEST(first.spread == 10);
  BOOST_TEST(first.spread_error == 0);
  BOOST_TEST(first.chance == mean, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(second.chance == 1 - mean, boost::test_tools::tolerance(1e-9));
  const double variance = (squares - kTries * mean * mean) / (kTries - 1);
  BOOST_TEST(first.chance_error == std::sqrt(variance / kTries), boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(the_best_wins_although_chance_is_greater_than_what_they_differ_in) {
  // Nine candidates share most of their luck. The best is 0.03 ahead; one try has an error of 0.3, and two of
  // them differ by 0.1 by chance.
  int won = 0, dropped_early = 0;
  constexpr int kRaces = 200;
  for (int number = 0; number < kRaces; ++number) {
    Random random(static_cast<std::uint64_t>(number));
    Race race(std::vector<double>(9, 0.0), 2.5);
    for (int i = 0; i < 400 && race.running().size() > 1; ++i) {
      const double shared = 0.3 * noise(random);
      std::vector<Outcome> outcomes;
      for (const std::size_t candidate : race.running())
        outcomes.push_back({0, 0.5 + shared + 0.07 * noise(random) + (candidate == 4 ? 0.03 : 0), 1});
      race.add(outcomes);
      if (i < 7) BOOST_REQUIRE(race.running().size() == 9);
      if (i % 8 == 7) race.drop_those_behind();
      if (i == 7) dropped_early += race.standing(4).is_dropped;
    }
    std::size_t best = 0;
    for (std::size_t candidate = 1; candidate < 9; ++candidate)
      if (race.standing(candidate).merit > race.standing(best).merit && !race.standing(candidate).is_dropped)
        best = candidate;
    if (race.running().size() == 1) best = race.running().front();
    won += best == 4;
  }
  // These races are the same each time.
  BOOST_TEST(won > kRaces * 9 / 10);
  BOOST_TEST(dropped_early < kRaces / 20);
}

BOOST_AUTO_TEST_CASE(what_was_thought_before_counts_until_there_are_tries) {
  Race race({0.2, 0.0}, 2);
  BOOST_TEST(race.standing(0).merit == 0.2);
  for (int i = 0; i < 1000; ++i) race.add(std::array{Outcome{0, 0.4, 1}, Outcome{0, 0.5, 1}});
  BOOST_TEST(race.standing(1).merit > race.standing(0).merit);
  race.drop_those_behind();
  BOOST_TEST(race.standing(0).is_dropped);
  BOOST_TEST(!race.standing(1).is_dropped);
}

BOOST_AUTO_TEST_CASE(who_aims_at_the_spread_takes_points_for_chances) {
  // The first candidate wins more often, the second one by more.
  const std::array tries{Outcome{5, 0.8, 1}, Outcome{60, 0.6, 1}};
  Race to_win({0, 0}, 2), for_points({0, 0}, 2, Aim::spread());
  for (int i = 0; i < 50; ++i) {
    to_win.add(tries);
    for_points.add(tries);
  }
  BOOST_TEST(to_win.standing(0).merit > to_win.standing(1).merit);
  BOOST_TEST(for_points.standing(0).merit < for_points.standing(1).merit);
  to_win.drop_those_behind();
  for_points.drop_those_behind();
  BOOST_TEST(to_win.standing(1).is_dropped);
  BOOST_TEST(for_points.standing(0).is_dropped);
}

BOOST_AUTO_TEST_SUITE_END()
