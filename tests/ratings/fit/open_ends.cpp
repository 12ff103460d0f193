#include "ratings/fit/open_ends.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <vector>

#include "ratings/fit/ratings.h"
#include "ratings/matches/pentanomial.h"
#include "ratings/tables/certainty.h"
#include "ratings/tables/elo_text.h"
#include "tests/ratings/simulated_games.h"
#include "tests/tier.h"

using namespace toptile;
using namespace toptile::simulated;

BOOST_AUTO_TEST_SUITE(open_ends)

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void check_near(double value, double right, double tolerance) {
  BOOST_TEST(std::abs(value - right) <= tolerance, value << " should be " << right);
}

// Pairs in which `one` wins this many games of each, 0 to 2. In every second pair of which each wins one, the
// first seat wins both.
void meet(Games& games, int one, int other, int pairs, int wins) {
  for (int pair = 0; pair < pairs; ++pair) {
    const int cluster = static_cast<int>(games.size());
    const int wins_first = wins == 1 ? pair % 2 : wins / 2, wins_last = wins - wins_first;
    games.push_back({one, other, double(wins_first), cluster});
    games.push_back({other, one, 1.0 - wins_last, cluster});
  }
}

// The difference at which one side loses this many games with a chance of 2.5 %.
double exact_bound(int games) {
  return elo_of_score(1 - std::pow(0.025, 1.0 / games));
}

}  // namespace

BOOST_AUTO_TEST_CASE(no_point_of_forty_leaves_the_lower_end_open) {
  for (const int pairs : {1, 2, 20, 500}) {
    Games games;
    meet(games, 0, 1, pairs, 0);
    const Ratings ratings = fit_ratings(2, games, {});
    const RatingEstimate apart = ratings.fit->difference(0, 1), back = ratings.fit->difference(1, 0);
    BOOST_TEST(std::isfinite(apart.elo));
    BOOST_TEST(apart.error_low == kInfinity);
    check_near(apart.elo + apart.error_high, exact_bound(2 * pairs), 0.5);
    BOOST_TEST(back.error_high == kInfinity);
    check_near(back.elo - back.error_low, -exact_bound(2 * pairs), 0.5);
    // The mean of the two is 0, so that each has half of it.
    BOOST_TEST(ratings.players[0].error_low == kInfinity);
    check_near(ratings.players[0].elo + ratings.players[0].error_high, exact_bound(2 * pairs) / 2, 0.5);
    BOOST_TEST(ratings.players[1].error_high == kInfinity);
  }
}

BOOST_AUTO_TEST_CASE(single_game_has_one_end) {
  const Ratings ratings = fit_ratings(2, Games{{0, 1, 0, 0}}, {});
  const RatingEstimate apart = ratings.fit->difference(0, 1);
  BOOST_TEST(apart.error_low == kInfinity);
  check_near(apart.elo + apart.error_high, exact_bound(1), 1e-3);  // +636
  const Ratings tied = fit_ratings(2, Games{{0, 1, 0.5, 0}}, {});
  BOOST_TEST(std::isfinite(tied.players[0].error_low + tied.players[0].error_high));
}

BOOST_AUTO_TEST_CASE(the_end_does_not_depend_on_the_prior) {
  Games games;
  meet(games, 0, 1, 20, 0);
  for (const double ties : {0.01, 0.1, 0.5}) {
    RatingOptions options;
    options.prior_ties = ties;
    const RatingEstimate apart = fit_ratings(2, games, options).fit->difference(0, 1);
    check_near(apart.elo + apart.error_high, exact_bound(40), 0.5);
  }
}

BOOST_AUTO_TEST_CASE(match_estimate_and_ratings_agree_on_results_that_are_alike) {
  for (const int pairs : {1, 20, 300}) {
    for (const int wins : {0, 1, 2}) {
      Games games;
      meet(games, 0, 1, pairs, wins);
      Pentanomial results;
      results.counts[std::size_t(2 * wins)] = std::uint64_t(pairs);
      const MatchEstimate match = estimate(results);
      RatingOptions options;
      if (wins == 1)
        options.first_seat = SeatTerm::zero;  // Counts of pairs do not tell how the first seat did.
      const Ratings ratings = fit_ratings(2, games, options);
      const RatingEstimate apart = ratings.fit->difference(0, 1);
      const double low = apart.elo - apart.error_low, high = apart.elo + apart.error_high;
      BOOST_TEST((match.elo.low == low || std::abs(match.elo.low - low) < 1e-3));
      BOOST_TEST((match.elo.high == high || std::abs(match.elo.high - high) < 1e-3));
      check_near(match.superiority, ratings.fit->superiority(0, 1), 1e-3);
    }
  }
  const MatchEstimate singles = estimate(Trinomial{{40, 0, 0}});
  BOOST_TEST(singles.elo.low == -kInfinity);
  check_near(singles.elo.high, exact_bound(40), 1e-3);
}

BOOST_AUTO_TEST_CASE(only_the_player_that_lost_all_is_open_and_it_is_not_in_the_zero) {
  Games games;
  for (int one = 0; one < 4; ++one) {
    meet(games, 4, one, 10, 0);
    for (int other = 0; other < one; ++other) meet(games, one, other, 10, 1);
  }
  RatingOptions of_all;
  of_all.zero = {0, 1, 2, 3, 4};
  for (const RatingOptions& options : {RatingOptions{}, of_all}) {
    const Ratings ratings = fit_ratings(5, games, options);
    for (int i = 0; i < 4; ++i) {
      BOOST_TEST(ratings.players[i].is_in_zero);
      BOOST_TEST(std::isfinite(ratings.players[i].error_low + ratings.players[i].error_high));
    }
    BOOST_TEST(!ratings.players[4].is_in_zero);
    BOOST_TEST(ratings.players[4].error_low == kInfinity);
    // Opponents that are known well leave the exact bound of eighty games.
    check_near(ratings.players[4].elo + ratings.players[4].error_high, exact_bound(80), 15);
    BOOST_TEST(Certainty(ratings).is_above(0, 4));
  }
  // Measured from the loser, all others are open upwards.
  RatingOptions anchored;
  anchored.anchors = {{4, 1000}};
  for (const PlayerRating& player : fit_ratings(5, games, anchored).players) {
    if (player.given) continue;
    BOOST_TEST(player.error_high == kInfinity);
    BOOST_TEST(player.elo - player.error_low > 1000);
  }
}

BOOST_AUTO_TEST_CASE(clique_that_lost_all_to_the_rest_is_open_downwards) {
  Games games;
  meet(games, 0, 1, 30, 1);
  meet(games, 2, 3, 30, 1);
  for (const int lower : {2, 3})
    for (const int upper : {0, 1}) meet(games, lower, upper, 10, 0);
  RatingOptions options;
  options.zero = {0, 1};
  const Ratings ratings = fit_ratings(4, games, options);
  for (const int lower : {2, 3}) {
    BOOST_TEST(ratings.players[lower].error_low == kInfinity);
    const double high = ratings.players[lower].elo + ratings.players[lower].error_high;
    BOOST_TEST(high < -200);
    BOOST_TEST(high > exact_bound(80) - 20);
  }
  for (const int upper : {0, 1}) BOOST_TEST(std::isfinite(ratings.players[upper].error_high));
  const RatingEstimate within = ratings.fit->difference(2, 3);
  BOOST_TEST(std::isfinite(within.error_low + within.error_high));
}

BOOST_AUTO_TEST_CASE(player_between_two_that_no_point_ties_together_is_open_on_both_sides) {
  Games games;
  meet(games, 0, 1, 10, 1);
  meet(games, 0, 2, 5, 2);  // 2 lost to 0, and to 3, which met no other player.
  meet(games, 3, 2, 5, 2);
  const Ratings ratings = fit_ratings(4, games, {});
  const RatingEstimate apart = ratings.fit->difference(3, 0);
  BOOST_TEST(apart.error_low == kInfinity);
  BOOST_TEST(apart.error_high == kInfinity);
  BOOST_TEST(ratings.fit->chance_of_equals(3, 0) == 1);
  // The games against 3 do not limit how near 2 is to the others.
  const RatingEstimate loser = ratings.players[2];
  BOOST_TEST(loser.error_low == kInfinity);
  BOOST_TEST(loser.elo + loser.error_high > exact_bound(10) - 1);
}

BOOST_AUTO_TEST_CASE(statements_about_equals_wait_until_the_exact_chance_is_small) {
  for (const int games : {1, 4, 5, 6, 7}) {
    Games lost;
    for (int i = 0; i < games; ++i) lost.push_back({i % 2, 1 - i % 2, i % 2 == 0 ? 0.0 : 1.0, i});
    const double chance = fit_ratings(2, lost, {}).fit->chance_of_equals(0, 1);
    const double exact = std::min(1.0, 2 * std::pow(0.5, games));
    BOOST_TEST(chance >= 0.999 * exact);
    BOOST_TEST(chance < 1.2 * exact);
  }
}

BOOST_AUTO_TEST_CASE(games_of_three_have_open_ends_too) {
  std::vector<RankedGame> games;
  for (int set = 0; set < 12; ++set) {
    const int upper = set % 2;
    games.push_back({3, {upper, 1 - upper, 2}, {1, 2, 3}, set});
    games.push_back({3, {2, upper, 1 - upper}, {3, 1, 2}, set});
    games.push_back({3, {1 - upper, 2, upper}, {2, 3, 1}, set});
  }
  const Ratings ratings = fit_ratings(3, games, {});
  BOOST_TEST(ratings.players[2].error_low == kInfinity);
  BOOST_TEST(ratings.players[2].elo + ratings.players[2].error_high < -250);
  BOOST_TEST(std::isfinite(ratings.players[0].error_high));
}

BOOST_AUTO_TEST_CASE(open_ends_hold_at_every_look) {
  Games games;
  meet(games, 0, 1, 20, 0);
  RatingOptions options;
  options.every_look.emplace(0.5);
  const RatingEstimate apart = fit_ratings(2, games, options).fit->difference(0, 1);
  BOOST_TEST(apart.error_low == kInfinity);
  BOOST_TEST(apart.elo + apart.error_high > exact_bound(40) + 20);
}

BOOST_AUTO_TEST_CASE(an_open_interval_is_written_with_an_infinite_end) {
  RatingEstimate rating;
  rating.elo = -1467;
  rating.interval = Interval::profile;
  rating.error_low = kInfinity;
  rating.error_high = 1061;
  BOOST_TEST(interval_text(rating) == "-∞ to -406");
  rating.error_high = kInfinity;
  BOOST_TEST(named_interval(rating) == "95 %: -∞ to +∞");
}

// A wide field, in which intervals are not solved for all players.
BOOST_AUTO_TEST_CASE(loser_of_a_wide_field_has_the_exact_end) {
  Chance chance(5);
  Games games = clustered_round_robin(std::vector<double>(50), 0, 3, 0.5, chance);
  for (int other = 0; other < 20; ++other) meet(games, 50, other, 1, 0);
  const Ratings ratings = fit_ratings(51, games, {});
  BOOST_TEST(ratings.players[50].error_low == kInfinity);
  check_near(ratings.players[50].elo + ratings.players[50].error_high, exact_bound(40), 40);
  for (int i = 0; i < 50; ++i)
    BOOST_TEST(std::isfinite(ratings.players[i].error_low + ratings.players[i].error_high));
}

BOOST_AUTO_TEST_SUITE_END()
