#include "ratings/fit/confidence.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <vector>

#include "ratings/tables/certainty.h"
#include "tests/ratings/simulated_games.h"
#include "tests/tier.h"

using namespace toptile;
using namespace toptile::simulated;

BOOST_AUTO_TEST_SUITE(every_look)

namespace {

void check_near(double value, double right, double tolerance) {
  BOOST_TEST(std::abs(value - right) <= tolerance, value << " should be " << right);
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_interval_is_the_narrower_the_more_is_played) {
  check_near(EveryLook(1).deviations(0.05), 2.81, 0.01);
  check_near(EveryLook(0.1).deviations(0.05), 3.41, 0.01);
  BOOST_TEST(EveryLook(0.01).deviations(0.05) > EveryLook(0.1).deviations(0.05));
  // Little of the error is left for games beyond the plan.
  BOOST_TEST(EveryLook(1.001).deviations(0.05) > EveryLook(1).deviations(0.05) + 0.5);
  BOOST_TEST(std::isfinite(EveryLook(0).deviations(0.05)));
}

BOOST_AUTO_TEST_CASE(without_a_plan_an_interval_is_alike_over_a_wide_range) {
  const auto deviations = [](double ordinary) {  // For an ordinary interval of ± this many Elo.
    const double sd = ordinary / 1.96;
    return EveryLook::without_plan().at(sd * sd).deviations(0.05);
  };
  for (double ordinary = 10; ordinary <= 400; ordinary *= 1.1) {
    BOOST_TEST(deviations(ordinary) > 3.2, ordinary);
    BOOST_TEST(deviations(ordinary) < 3.6, ordinary);
  }
  BOOST_TEST(std::isfinite(deviations(0)));
  BOOST_TEST(std::isfinite(deviations(1e7)));
  BOOST_TEST(EveryLook(0.5).at(7).deviations(0.05) == EveryLook(0.5).deviations(0.05));
}

// Throws of a coin are looked at after each throw, from the first on. A hundred throws say as much as an
// ordinary interval of ± 68 Elo.
BOOST_AUTO_TEST_CASE(without_a_plan_a_walk_stays_within_at_all_looks) {
  Chance chance(8);
  constexpr int kWalks = 800, kThrows = 3000;
  std::vector<double> bounds;
  for (int n = 1; n <= kThrows; ++n)
    bounds.push_back(EveryLook::without_plan().at(68.0 * 68 / 1.96 / 1.96 * 100 / n).deviations(0.05));
  int left = 0;
  for (int walk = 0; walk < kWalks; ++walk) {
    double sum = 0;
    for (int n = 1; n <= kThrows; ++n) {
      sum += chance.uniform() < 0.5 ? 1 : -1;
      if (std::abs(sum) <= bounds[std::size_t(n) - 1] * std::sqrt(n)) continue;
      ++left;
      break;
    }
  }
  BOOST_TEST(left < 0.05 * kWalks);
  BOOST_TEST(left > 0.004 * kWalks);
}

BOOST_AUTO_TEST_CASE(chances_and_deviations_say_the_same) {
  std::vector<EveryLook> looks = {EveryLook::after_plan(), EveryLook::after_plan().at(100)};
  for (const double share : {0.05, 0.5, 1.0, 1.5, 3.0}) looks.emplace_back(share);
  for (const double sd : {3.0, 12.0, 60.0}) looks.push_back(EveryLook::without_plan().at(sd * sd));
  for (const EveryLook& look : looks) {
    for (const double error : {0.2, 0.05, 0.001})
      check_near(look.chance_at_any_look(look.error_of_one_look(error)) / error, 1, 1e-6);
    BOOST_TEST(look.chance_at_any_look(1) == 1);
    BOOST_TEST(look.chance_at_any_look(0) == 0);
    for (double chance = 0.001; chance < 1; chance += 0.001)
      BOOST_REQUIRE(look.chance_at_any_look(chance) >= chance);
  }
}

// A walk up to the planned end leaves its bounds about as often as it may, whatever that is. A walk that
// follows the mixture reaches them far more often, and tells how often a fair one does: by one over the
// mixture's exponential.
BOOST_AUTO_TEST_CASE(the_error_is_spent_up_to_the_planned_end) {
  Chance chance(3);
  constexpr int kWalks = 2000, kSteps = 500;
  const double end = 8.7818;  // In units of one over the mixture's variance.
  const auto normal = [&] {
    return std::sqrt(-2 * std::log(1 - chance.uniform())) * std::cos(6.283185307179586 * chance.uniform());
  };
  for (const double error : {0.05, 0.005, 1e-4, 1e-6}) {
    double reached = 0, twice_log = 0;
    for (int walk = 0; walk < kWalks; ++walk) {
      const double drift = normal(), step = end / kSteps;
      double at = 0;
      for (int k = 1; k <= kSteps; ++k) {
        at += drift * step + normal() * std::sqrt(step);
        const double time = k * step, deviations = EveryLook(time / end).deviations(error);
        twice_log = deviations * deviations / (1 + 1 / time) - std::log1p(time);
        // Between two steps the walk goes further, by 0.58 of a step's deviation on average.
        if (std::abs(at) + 0.58 * std::sqrt(step) < deviations * std::sqrt(time)) continue;
        reached += 1;
        break;
      }
    }
    const double spent = reached / kWalks * std::exp(-twice_log / 2);
    BOOST_TEST(spent < 0.93 * error, error << ": " << spent);
    BOOST_TEST(spent > 0.6 * error, error << ": " << spent);
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

// Two equal bots play, and each pair is followed by a look. Whenever the planned games are over and the
// result is nearly clear, more are planned; at the end, another bot joins, and all of them play on.
BOOST_AUTO_TEST_CASE(intervals_hold_at_every_look_at_a_run_that_grows_where_it_is_nearly_clear) {
  constexpr int kPlanned = 24, kMaxPairs = 96, kOfThree = 24;
  const int tournaments = count_for(60, 1500);
  Chance chance(12);
  int missed = 0, missed_by_latest_plan = 0, grown = 0;
  for (int tournament = 0; tournament < tournaments; ++tournament) {
    Games games;
    bool has_missed = false, has_missed_by_latest_plan = false;
    const auto play_pair = [&](int one, int other) {
      const int cluster = static_cast<int>(games.size());
      games.push_back({one, other, score_of(chance.uniform(), 0), cluster});
      games.push_back({other, one, score_of(chance.uniform(), 0), cluster});
    };
    const auto look = [&](int players, const EveryLook& looks) {
      RatingOptions options;
      options.every_look = looks;
      return fit_ratings(players, games, options).fit->difference(0, 1);
    };
    int planned = kPlanned;
    for (int pairs = 1; pairs <= planned; ++pairs) {
      play_pair(0, 1);
      const RatingEstimate apart = look(2, EveryLook(double(pairs) / kPlanned));
      has_missed = has_missed || !covers(apart, 0);
      has_missed_by_latest_plan =
          has_missed_by_latest_plan || !covers(look(2, EveryLook(double(pairs) / planned)), 0);
      const bool is_nearly_clear = std::abs(apart.elo) > 0.5 * std::max(apart.error_low, apart.error_high);
      if (pairs == planned && planned < kMaxPairs && is_nearly_clear) planned += 8;
    }
    grown += planned > kPlanned;
    for (int round = 0; round < kOfThree && planned > kPlanned; ++round) {
      for (const int bot : {0, 1}) play_pair(2, bot);
      play_pair(0, 1);
      has_missed = has_missed || !covers(look(3, EveryLook::after_plan()), 0);
    }
    missed += has_missed;
    missed_by_latest_plan += has_missed_by_latest_plan;
  }
  BOOST_TEST_MESSAGE("missed " << missed << ", by the latest plan " << missed_by_latest_plan << ", grown "
                               << grown << " of " << tournaments);
  BOOST_TEST(grown > tournaments / 10);
  BOOST_TEST(missed <= (0.05 + more_chance(0.05, tournaments, 1500)) * tournaments);
}

BOOST_AUTO_TEST_SUITE_END()
