#include "ratings/fit/confidence.h"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "ratings/tables/certainty.h"
#include "tests/ratings/simulated_games.h"

using namespace toptile;
using namespace toptile::simulated;

BOOST_AUTO_TEST_SUITE(every_look)

namespace {

void check_near(double value, double right, double tolerance) {
  BOOST_TEST(std::abs(value - right) <= tolerance, value << " should be " << right);
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_interval_is_the_narrower_the_more_is_played) {
  check_near(EveryLook(1).deviations(0.05), 3.03, 0.01);
  check_near(EveryLook(0.1).deviations(0.05), 3.76, 0.01);
  BOOST_TEST(EveryLook(0.01).deviations(0.05) > EveryLook(0.1).deviations(0.05));
  // This mixture is the narrowest at the planned end; others would be narrower at other times.
  const auto width_at_end = [](double planned_for) {
    const EveryLook look(1 / planned_for);
    return look.deviations(0.05);
  };
  BOOST_TEST(width_at_end(1) <= width_at_end(0.7));
  BOOST_TEST(width_at_end(1) <= width_at_end(1.5));
  BOOST_TEST(std::isfinite(EveryLook(0).deviations(0.05)));
}

BOOST_AUTO_TEST_CASE(chances_and_deviations_say_the_same) {
  for (const double share : {0.05, 0.5, 1.0, 3.0}) {
    const EveryLook look(share);
    for (const double error : {0.2, 0.05, 0.001})
      check_near(look.chance_at_any_look(look.error_of_one_look(error)), error, 1e-9);
    BOOST_TEST(look.chance_at_any_look(1) == 1);
    BOOST_TEST(look.chance_at_any_look(0) == 0);
  }
}

// A coin is thrown 2,000 times and looked at after each throw.
BOOST_AUTO_TEST_CASE(a_walk_stays_within_at_all_looks) {
  Chance chance(6);
  constexpr int kWalks = 1000, kThrows = 2000;
  int left = 0, left_of_one_look = 0;
  for (int walk = 0; walk < kWalks; ++walk) {
    double sum = 0;
    bool has_left = false, has_left_of_one_look = false;
    for (int n = 1; n <= kThrows; ++n) {
      sum += chance.uniform() < 0.5 ? 1 : -1;
      const double deviations = std::abs(sum) / std::sqrt(n);
      has_left |= deviations > EveryLook(double(n) / kThrows).deviations(0.05);
      has_left_of_one_look |= n > 20 && deviations > 1.96;
    }
    left += has_left;
    left_of_one_look += has_left_of_one_look;
  }
  BOOST_TEST(left <= 0.065 * kWalks);
  BOOST_TEST(left >= 0.005 * kWalks);
  BOOST_TEST(left_of_one_look > 0.3 * kWalks);
}

// Four bots play 60 rounds. After every second round, it looks at the first bot's interval and the claims
// about two equals.
BOOST_AUTO_TEST_CASE(ratings_hold_at_all_looks) {
  constexpr int kRounds = 60, kTournaments = 120;
  const std::vector<double> truth = {60, 0, 0, -60};
  Chance chance(11);
  int missed = 0, missed_of_one_look = 0, wrong_ranks = 0;
  for (int tournament = 0; tournament < kTournaments; ++tournament) {
    Games games;
    bool has_missed = false, has_missed_of_one_look = false, has_wrong_ranks = false;
    for (int round = 1; round <= kRounds; ++round) {
      for (ScoredGame game : clustered_round_robin(truth, 0, 1, 0.5, chance)) {
        game.cluster += 6 * round;
        games.push_back(game);
      }
      if (round % 2 != 0) continue;
      RatingOptions options;
      const auto misses = [&](const Ratings& ratings) {
        const PlayerRating& first = ratings.players[0];
        return first.elo - first.error_low > 60 || first.elo + first.error_high < 60;
      };
      has_missed_of_one_look |= misses(fit_ratings(4, games, options));
      options.every_look.emplace(double(round) / kRounds);
      const Ratings ratings = fit_ratings(4, games, options);
      has_missed |= misses(ratings);
      const Certainty certainty(ratings);
      has_wrong_ranks |= certainty.is_above(1, 2) || certainty.is_above(2, 1);
    }
    missed += has_missed;
    missed_of_one_look += has_missed_of_one_look;
    wrong_ranks += has_wrong_ranks;
  }
  BOOST_TEST(missed <= 0.08 * kTournaments);
  BOOST_TEST(wrong_ranks <= 0.08 * kTournaments);
  BOOST_TEST(missed_of_one_look > 0.12 * kTournaments);
}

BOOST_AUTO_TEST_SUITE_END()
