// Ratings that are measured from several given ones: held exactly, or as a mean.
#include <Eigen/LU>

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "ratings/fit/anchored_model.h"
#include "ratings/fit/bradley_terry.h"
#include "ratings/fit/directions.h"
#include "ratings/fit/likelihood_maximum.h"
#include "ratings/tables/certainty.h"
#include "ratings/tables/model_fit.h"
#include "ratings/tables/rating_notes.h"
#include "ratings/tables/rating_table.h"
#include "tests/json_of.h"
#include "tests/ratings/slow_model.h"
#include "tests/ratings/wide_fields.h"
#include "tests/tier.h"

BOOST_AUTO_TEST_SUITE(anchors)

namespace {

using namespace toptile;
using namespace toptile::simulated;

void check_near(double value, double right, double tolerance = 1e-7) {
  BOOST_TEST(std::abs(value - right) <= tolerance, value << " should be " << right);
}

RatingOptions anchored(std::vector<RatingAnchor> anchors, Anchoring anchoring = Anchoring::fixed) {
  RatingOptions options;
  options.anchors = std::move(anchors);
  options.anchoring = anchoring;
  return options;
}

RatingOptions without_prior(RatingOptions options) {
  options.prior_ties = 0;
  return options;
}

Games clustered(Games games, int clusters) {
  for (ScoredGame& game : games) game.cluster %= clusters;
  return games;
}

// Pairs of games in which the first one of two scores this often.
void meet(Games& games, int one, int other, int wins, int losses) {
  for (int k = 0; k < wins + losses; ++k) {
    const int cluster = games.empty() ? 0 : games.back().cluster + 1;
    const double score = k < wins ? 1 : 0;
    games.push_back({one, other, score, cluster});
    games.push_back({other, one, 1 - score, cluster});
  }
}

void check_same(const RatingEstimate& one, const RatingEstimate& other) {
  BOOST_TEST(one.elo == other.elo);
  BOOST_TEST(one.error_low == other.error_low);
  BOOST_TEST(one.error_high == other.error_high);
  BOOST_TEST(one.fall == other.fall);
  BOOST_TEST((one.interval == other.interval));
}

}  // namespace

BOOST_AUTO_TEST_CASE(fixed_anchors_constrain_the_likelihood) {
  const Games games = uneven_games();
  const RatingOptions options = anchored({{0, 1500}, {3, 1380}});
  const Ratings ratings = fit_ratings(5, games, options);
  const SlowModel slow{games, 5, options.prior_ties};
  const std::vector<double> right =
      slow.maximum({1500, 1400, 1400, 1380, 1400, 0}, {false, true, true, false, true, true});
  BOOST_TEST(ratings.players[0].elo == 1500);
  BOOST_TEST(ratings.players[3].elo == 1380);
  for (int i = 0; i < 5; ++i) check_near(ratings.players[i].elo, right[i], 1e-3);
  check_near(ratings.first_seat.elo, right[5], 1e-3);
  for (const int anchor : {0, 3}) {
    const PlayerRating& player = ratings.players[anchor];
    BOOST_TEST((player.interval == Interval::none));
    BOOST_TEST(player.error_low + player.error_high == 0);
    BOOST_TEST((player.is_held && player.is_in_zero && !player.unbounded));
    BOOST_TEST(player.clusters > 0);
    BOOST_TEST(player.pool == 0);
  }
  BOOST_TEST(ratings.pools == 1);
  BOOST_TEST(ratings.players[3].games == 24);
}

BOOST_AUTO_TEST_CASE(intervals_hold_fixed_anchors_while_all_others_go_along) {
  const Games games = clustered(uneven_games(), 9);
  const RatingOptions options = anchored({{0, 1500}, {3, 1380}});
  const Ratings ratings = fit_ratings(5, games, options);
  const SlowModel slow{games, 5, options.prior_ties};
  const auto check_fall = [&](std::size_t parameter, double elo, double fall) {
    check_near(
        slow_fall(slow, parameters_of(ratings), {false, true, true, false, true, true}, parameter, elo), fall,
        1e-5);
  };
  for (const int number : {1, 2, 4}) {
    const PlayerRating& player = ratings.players[number];
    BOOST_TEST((player.interval == Interval::profile));
    check_fall(number, player.elo - player.error_low, player.fall);
    check_fall(number, player.elo + player.error_high, player.fall);
    for (const int anchor : {0, 3}) {
      const RatingEstimate above = ratings.fit->difference(number, anchor);
      check_near(above.elo, player.elo - ratings.players[anchor].elo);
      check_near(above.error_low, player.error_low, 1e-5);
      check_near(above.error_high, player.error_high, 1e-5);
      check_near(ratings.fit->difference(anchor, number).error_low, player.error_high, 1e-5);
    }
  }
  check_fall(5, ratings.first_seat.elo - ratings.first_seat.error_low, ratings.first_seat.fall);
  check_fall(5, ratings.first_seat.elo + ratings.first_seat.error_high, ratings.first_seat.fall);
}

BOOST_AUTO_TEST_CASE(differences_between_free_players_hold_the_anchors_too) {
  // 2 and 3 met each other and one anchor each.
  Games games;
  play(games, 2, 0, 4, 1, 7);
  play(games, 3, 1, 9, 0, 2);
  play(games, 2, 3, 3, 0, 6);
  games = clustered(games, 7);
  RatingOptions options = without_prior(anchored({{0, 0}, {1, -150}}));
  options.first_seat = SeatTerm::zero;
  const Ratings ratings = fit_ratings(4, games, options);
  const SlowModel slow{games, 4, 0};
  const auto best_of_difference = [&](double above) {
    double low = -3000, high = 3000;
    const auto value = [&](double of_three) {
      return slow.log_likelihood({0, -150, of_three + above, of_three, 0});
    };
    while (high - low > 1e-7) {
      const double left = low + (high - low) / 3, right = high - (high - low) / 3;
      (value(left) < value(right) ? low : high) = value(left) < value(right) ? left : right;
    }
    return value(low);
  };
  const auto [above, superiority] = ratings.fit->compare(2, 3);
  const double best = best_of_difference(above.elo);
  BOOST_TEST(best >= best_of_difference(above.elo - 1));
  BOOST_TEST(best >= best_of_difference(above.elo + 1));
  check_near(best - best_of_difference(above.elo - above.error_low), above.fall, 1e-6);
  check_near(best - best_of_difference(above.elo + above.error_high), above.fall, 1e-6);
  check_near(superiority, ratings.fit->superiority(2, 3), 1e-12);
  check_near(ratings.fit->superiority(3, 2), 1 - superiority, 1e-9);
}

// An interval ends where the chance of the bound is 0.05, whether the bound is an anchor's rating or not.
BOOST_AUTO_TEST_CASE(chances_belong_to_the_intervals) {
  const Games games = uneven_games();
  const Ratings free = fit_ratings(5, games, anchored({{0, 1500}, {3, 1380}}));
  const PlayerRating& player = free.players[4];
  check_near(free.fit->chance_of_rating(4, player.elo - player.error_low), 0.05, 1e-6);
  check_near(free.fit->chance_of_rating(4, player.elo + player.error_high), 0.05, 1e-6);
  BOOST_TEST(free.fit->chance_of_rating(4, player.elo) == 1);
  BOOST_TEST(free.fit->chance_of_rating(0, 1700) == 1);
  for (const int anchor : {0, 3}) {
    const double given = free.players[anchor].elo, otherwise = free.fit->chance_of_rating(4, given) / 2;
    check_near(free.fit->superiority(4, anchor), player.elo > given ? 1 - otherwise : otherwise, 1e-9);
  }
  check_near(free.fit->chance_of_equals(4, 3), free.fit->chance_of_rating(4, 1380), 1e-9);
}

BOOST_AUTO_TEST_CASE(distances_between_fixed_anchors_are_given) {
  const Games games = uneven_games();
  const Ratings ratings = fit_ratings(5, games, anchored({{0, 1500}, {3, 1380}, {1, 1500}}));
  const RatingFit& fit = *ratings.fit;
  BOOST_TEST(fit.difference(0, 3).elo == 120);
  BOOST_TEST(fit.difference(3, 0).elo == -120);
  BOOST_TEST((fit.difference(0, 3).interval == Interval::none));
  BOOST_TEST(fit.difference(0, 3).error_high == 0);
  BOOST_TEST(fit.superiority(0, 3) == 1);
  BOOST_TEST(fit.superiority(3, 0) == 0);
  BOOST_TEST(fit.superiority(0, 1) == 0.5);
  BOOST_TEST(fit.compare(3, 0).superiority == 0);
  BOOST_TEST(fit.chance_of_equals(0, 3) == 0);
  BOOST_TEST(fit.chance_of_equals(0, 1) == 1);
  const Certainty certainty(ratings);
  BOOST_TEST(certainty.is_above(0, 3));
  BOOST_TEST(certainty.is_above(1, 3));
  BOOST_TEST(!certainty.is_above(0, 1));
  BOOST_TEST(!certainty.is_above(1, 0));
  BOOST_TEST(certainty.ranks()[3].best >= 3);
}

BOOST_AUTO_TEST_CASE(with_one_anchor_both_ways_are_the_same) {
  const Games games = uneven_games();
  const Ratings fixed = fit_ratings(5, games, anchored({{3, 1500}}));
  const Ratings measured = fit_ratings(5, games, anchored({{3, 1500}}, Anchoring::measured));
  for (int i = 0; i < 5; ++i) {
    check_same(fixed.players[i], measured.players[i]);
    BOOST_TEST(fixed.players[i].is_held == measured.players[i].is_held);
    BOOST_TEST(fixed.players[i].is_in_zero == measured.players[i].is_in_zero);
    for (int j = 0; j < 5; ++j) check_same(fixed.fit->difference(i, j), measured.fit->difference(i, j));
  }
  check_same(fixed.first_seat, measured.first_seat);
  BOOST_TEST(fixed.anchor_checks.empty());
  BOOST_TEST(measured.anchor_checks.empty());
}

BOOST_AUTO_TEST_CASE(measured_anchors_have_the_given_mean_and_intervals) {
  const Games games = uneven_games();
  RatingOptions as_zero;
  as_zero.zero = {0, 3, 4};
  const Ratings free = fit_ratings(5, games, as_zero);
  const Ratings ratings =
      fit_ratings(5, games, anchored({{0, 1500}, {3, 1350}, {4, 1200}}, Anchoring::measured));
  for (int i = 0; i < 5; ++i) {
    check_near(ratings.players[i].elo, 1350 + free.players[i].elo);
    check_near(ratings.players[i].error_low, free.players[i].error_low);
    check_near(ratings.players[i].error_high, free.players[i].error_high);
    BOOST_TEST((ratings.players[i].interval == Interval::profile));
    BOOST_TEST(!ratings.players[i].is_held);
  }
  check_near((ratings.players[0].elo + ratings.players[3].elo + ratings.players[4].elo) / 3, 1350);
  BOOST_TEST(*ratings.players[3].given == 1350);
  BOOST_TEST(!ratings.players[1].given);
}

BOOST_AUTO_TEST_CASE(each_pool_is_measured_from_its_own_anchors) {
  Games games;
  meet(games, 0, 1, 8, 4);
  meet(games, 1, 2, 7, 5);
  meet(games, 3, 4, 6, 6);
  meet(games, 5, 6, 9, 3);
  for (const Anchoring anchoring : {Anchoring::fixed, Anchoring::measured}) {
    // 7 has not played.
    const Ratings ratings =
        fit_ratings(8, games, anchored({{0, 100}, {2, -100}, {4, 700}, {7, 50}}, anchoring));
    BOOST_TEST(ratings.pools == 4);
    BOOST_TEST(ratings.players[0].pool == 0);
    BOOST_TEST(ratings.players[2].pool == 0);
    check_near(ratings.players[0].elo + ratings.players[2].elo, 0);
    BOOST_TEST(ratings.players[4].elo == 700);
    BOOST_TEST(ratings.players[4].error_high == 0);
    check_near(ratings.players[3].elo, 700, 1e-6);
    BOOST_TEST(ratings.players[3].error_high > 0);
    check_near(ratings.players[5].elo + ratings.players[6].elo, 0);
    BOOST_TEST(ratings.players[7].elo == 50);
    // Given ratings make no games between pools.
    BOOST_TEST(std::isnan(ratings.fit->superiority(0, 4)));
    BOOST_TEST(ratings.fit->chance_of_equals(0, 4) == 1);
    BOOST_TEST(ratings.anchor_checks.size() == (anchoring == Anchoring::measured ? 1U : 0U));
    const bool is_fixed = anchoring == Anchoring::fixed;
    BOOST_TEST((ratings.players[0].error_high == 0) == is_fixed);
    if (is_fixed) BOOST_TEST(ratings.players[0].elo == 100);
  }
}

BOOST_AUTO_TEST_CASE(if_every_player_is_an_anchor_only_moving_first_is_fitted) {
  Games games;
  play(games, 0, 1, 20, 0, 10);
  play(games, 1, 0, 20, 0, 10);
  const Ratings equal = fit_ratings(2, games, without_prior(anchored({{0, 1000}, {1, 1000}})));
  BOOST_TEST((equal.seat_fit == SeatFit::estimated));
  check_near(equal.first_seat.elo, 400 * std::log10(2.0), 1e-6);
  BOOST_TEST(equal.first_seat.error_low > 0);
  BOOST_TEST(!equal.players[0].unbounded);
  // The points that the given ratings expect are those that were scored.
  const Ratings apart = fit_ratings(2, games, without_prior(anchored({{0, 1000}, {1, 900}})));
  check_near(expected(100 + apart.first_seat.elo) + expected(-100 + apart.first_seat.elo), 4.0 / 3, 1e-9);
  BOOST_TEST(apart.players[1].elo == 900);
  BOOST_TEST(!apart.weak_links.size());
  // One of them always moved first. Given ratings tell the two effects apart.
  Games one_way;
  play(one_way, 0, 1, 20, 0, 10);
  BOOST_TEST((fit_ratings(2, one_way, without_prior({})).seat_fit == SeatFit::unidentified));
  const Ratings told = fit_ratings(2, one_way, without_prior(anchored({{0, 1000}, {1, 900}})));
  BOOST_TEST((told.seat_fit == SeatFit::estimated));
  check_near(expected(100 + told.first_seat.elo), 2.0 / 3, 1e-9);
  // The first seat won all games between anchors.
  Games decided;
  play(decided, 0, 1, 5, 0, 0);
  play(decided, 1, 0, 5, 0, 0);
  BOOST_TEST(
      (fit_ratings(2, decided, without_prior(anchored({{0, 0}, {1, 9}}))).seat_fit == SeatFit::unbounded));
  // Without that term, nothing is fitted at all.
  RatingOptions fixed = anchored({{0, 1000}, {1, 900}});
  fixed.first_seat = SeatTerm::zero;
  const Ratings given = fit_ratings(2, games, fixed);
  BOOST_TEST(given.players[0].elo - given.players[1].elo == 100);
  const ModelFit fit = model_fit(given, games);
  BOOST_TEST_REQUIRE(fit.test.has_value());
}

BOOST_AUTO_TEST_CASE(without_a_prior_fixed_anchors_bound_what_is_between_them) {
  Games games;
  meet(games, 1, 0, 6, 0);  // 1 won all games with 0,
  meet(games, 1, 2, 0, 6);  // and lost all games with 2.
  const Ratings free = fit_ratings(3, games, without_prior({}));
  BOOST_TEST(free.pools == 3);
  BOOST_TEST(free.players[1].unbounded);
  const Ratings ratings = fit_ratings(3, games, without_prior(anchored({{0, -100}, {2, 300}})));
  BOOST_TEST(ratings.pools == 1);
  BOOST_TEST(ratings.one_way_games == 0);
  check_near(ratings.players[1].elo, 100, 1e-4);
  BOOST_TEST((ratings.players[1].interval == Interval::profile));
  check_near(ratings.players[1].error_low, ratings.players[1].error_high, 1e-3);
  for (const PlayerRating& player : ratings.players) BOOST_TEST(!player.unbounded);
  // A player who won all games remains without a bound.
  meet(games, 3, 2, 4, 0);
  const Ratings winner = fit_ratings(4, games, without_prior(anchored({{0, -100}, {2, 300}})));
  BOOST_TEST(winner.players[3].unbounded);
  check_near(winner.players[1].elo, 100, 1e-4);
}

BOOST_AUTO_TEST_CASE(anchors_far_apart_keep_the_fit_finite) {
  // 2 draws with an anchor that is far above 3, and 3 is somewhere between both anchors.
  Games games;
  meet(games, 2, 0, 6, 6);
  meet(games, 3, 1, 12, 0);
  meet(games, 3, 0, 0, 12);
  const Ratings ratings = fit_ratings(4, games, anchored({{0, kMaxAnchorDistance}, {1, 0}}));
  check_near(ratings.players[2].elo, kMaxAnchorDistance, 1);
  const PlayerRating& between = ratings.players[3];
  BOOST_TEST(between.elo > 300);
  BOOST_TEST(between.elo < kMaxAnchorDistance - 300);
  BOOST_TEST(between.elo - between.error_low < 1000);
  BOOST_TEST(between.elo + between.error_high > kMaxAnchorDistance - 1000);
  BOOST_TEST(std::isfinite(between.error_low + between.error_high));
}

BOOST_AUTO_TEST_CASE(games_of_three_and_four_hold_fixed_anchors) {
  for (const int seats : {3, 4}) {
    BOOST_TEST_CONTEXT(seats << " seats") {
      Chance chance(seats);
      const std::vector<double> truth{200, 0, -150, 80, -40};
      const std::vector<RankedGame> games = clustered_races(truth, seats, 8, 0.5, chance);
      const RatingOptions options = anchored({{0, 250}, {2, -100}});
      const Ratings ratings = fit_ratings(5, games, options);
      const SlowRaces slow{games, 5, options.prior_ties};
      const auto likelihood = [&](const std::vector<double>& at) { return slow.log_likelihood(at); };
      std::vector<bool> is_free{false, true, false, true, true};
      std::vector<double> start{250, 0, -100, 0, 0};
      for (int seat = 0; seat + 1 < seats; ++seat) {
        is_free.push_back(true);
        start.push_back(0);
      }
      const std::vector<double> right = slow_maximum(likelihood, start, is_free);
      for (int i = 0; i < 5; ++i) check_near(ratings.players[i].elo, right[i], 1e-3);
      for (int seat = 0; seat + 1 < seats; ++seat)
        check_near(ratings.seat_elo[seat], right[std::size_t(5 + seat)], 1e-3);
      const PlayerRating& player = ratings.players[4];
      is_free[4] = false;
      for (const double elo : {player.elo - player.error_low, player.elo + player.error_high}) {
        std::vector<double> at = right;
        at[4] = elo;
        check_near(likelihood(right) - likelihood(slow_maximum(likelihood, at, is_free)), player.fall, 1e-4);
      }
      BOOST_TEST(ratings.players[0].error_high == 0);
      BOOST_TEST((ratings.fit->difference(0, 2).elo == 350));
    }
  }
}

BOOST_AUTO_TEST_CASE(games_of_anchors_alone_estimate_seat_worths) {
  std::vector<RankedGame> games;
  for (int k = 0; k < 12; ++k) {
    RankedGame& game = games.emplace_back(RankedGame{3, {0, 1, 2}, {1, 2, 3}, k});
    if (k % 4 == 0) game.ranks = {2, 1, 3};
    if (k % 6 == 5) game.ranks = {2, 3, 1};
  }
  BOOST_TEST((fit_ratings(3, games, {}).seat_fit == SeatFit::unidentified));
  const Ratings ratings = fit_ratings(3, games, anchored({{0, 60}, {1, 0}, {2, -60}}));
  BOOST_TEST((ratings.seat_fit == SeatFit::estimated));
  BOOST_TEST_REQUIRE(ratings.seat_elo.size() == 2U);
  const SlowRaces slow{games, 3, kPriorTies};
  const auto likelihood = [&](const std::vector<double>& at) { return slow.log_likelihood(at); };
  const std::vector<double> right =
      slow_maximum(likelihood, {60, 0, -60, 0, 0}, {false, false, false, true, true});
  check_near(ratings.seat_elo[0], right[3], 1e-3);
  check_near(ratings.seat_elo[1], right[4], 1e-3);
}

// The directions of a wide field with bodies are those of the inverse of its information, which is written
// down here once more.
BOOST_AUTO_TEST_CASE(sparse_directions_with_anchors_match_the_inverse) {
  for (const bool is_ladder : {false, true}) {
    BOOST_TEST_CONTEXT(is_ladder) {
      Chance chance(5);
      const Field field = is_ladder ? ladder(330, 3, chance) : random_field(330, 12, chance);
      const int players = field.players();
      std::vector<Cell> cells;
      for (const ScoredGame& game : field.games)
        cells.push_back({game.first, game.second, 1, game.score, 0.02});
      const BradleyTerry results(cells, std::vector<int>(field.truth.size(), 0), true);
      std::vector<int> body_of(field.truth.size());
      std::iota(body_of.begin(), body_of.end(), 0);
      const std::vector<int> anchors{7, 8, 150, 329};
      Logits strengths = Logits::Zero(players), zero = Logits::Zero(players);
      for (const int anchor : anchors) {
        body_of[anchor] = 7;
        strengths[anchor] = field.truth[anchor] * kLogitsPerElo;
        zero[anchor] = 1;
      }
      const AnchoredModel model(results, body_of, strengths);
      BOOST_TEST(model.pools() == 4);
      Maximum best = maximum(model, model.start());
      best.at = model.with_bodies(best.at);
      for (const int anchor : anchors)
        check_near(best.at[anchor] - best.at[7], strengths[anchor] - strengths[7], 1e-12);
      const Logits slope = results.gradient(best.at);
      for (int i = 0; i <= players; ++i)
        if (i == players || body_of[i] != 7) check_near(slope[i], 0, 1e-6);
      // Rows and columns of anchors are left out.
      std::vector<int> free;
      for (int i = 0; i <= players; ++i)
        if (i == players || body_of[i] != 7) free.push_back(i);
      const Matrix inverse = Matrix(results.information(best.at)(free, free)).inverse();
      std::vector<int> groups(field.truth.size());
      const auto dense = dense_directions(model, best.at, zero);
      for (const bool has_groups : {false, true}) {
        // A player for whom another one stands is a group of its own.
        for (int i = 0; i < players; ++i) groups[i] = has_groups ? (body_of[i] == i ? 0 : i) : i;
        const auto sparse = sparse_directions(model, best.at, zero, groups);
        for (std::size_t k = 0; k < free.size(); k += 13) {
          if (free[k] == players) continue;
          const int place = static_cast<int>(k);
          check_near(dense->of_player(free[k]).variance, inverse(place, place), 1e-6 * inverse(place, place));
          check_near(sparse->of_player(free[k]).variance, inverse(place, place),
                     6e-3 * inverse(place, place));
          check_near(sparse->between(free[k], 7).variance, inverse(place, place),
                     0.02 * inverse(place, place));
        }
        const int last = static_cast<int>(free.size()) - 1;
        check_near(sparse->of_seat_term(players).variance, inverse(last, last), 1e-6 * inverse(last, last));
      }
    }
  }
}

// Everything at once in a field of more players than matrices are filled for.
BOOST_AUTO_TEST_CASE(a_wide_field_keeps_its_anchors_and_covers_the_truth) {
  Chance chance(11);
  int covered = 0, intervals = 0;
  for (int k = 0; k < count_for(1, 6); ++k) {
    const Field field = random_field(320, 8, chance);
    std::vector<RatingAnchor> anchors;
    for (int i = 0; i < field.players(); i += 20) anchors.push_back({i, 1500 + field.truth[i]});
    const Ratings ratings = fit_ratings(field.players(), field.games, anchored(anchors));
    for (int i = 0; i < field.players(); ++i) {
      const PlayerRating& player = ratings.players[i];
      if (i % 20 == 0 && player.games > 0) {
        BOOST_TEST(player.elo == 1500 + field.truth[i]);
        BOOST_TEST(player.error_high == 0);
      } else if (player.pool == ratings.players[0].pool) {
        ++intervals;
        covered += covers(player, 1500 + field.truth[i]);
      }
    }
    BOOST_TEST(ratings.fit->difference(20, 40).elo == ratings.players[20].elo - ratings.players[40].elo);
  }
  const double share = double(covered) / intervals;
  BOOST_TEST(share > 0.95 - 4 * std::sqrt(0.05 * 0.95 / intervals));
  BOOST_TEST(share < 0.95 + 4 * std::sqrt(0.05 * 0.95 / intervals) + 0.02);
}

BOOST_AUTO_TEST_CASE(results_against_fixed_anchors_are_reported) {
  Games games;
  meet(games, 0, 1, 30, 30);
  meet(games, 0, 2, 30, 30);
  meet(games, 1, 2, 30, 30);
  const auto chance_of = [&](double given) {
    const Ratings ratings = fit_ratings(3, games, anchored({{0, given}, {1, 0}}));
    return model_fit(ratings, games).test->chance;
  };
  BOOST_TEST(chance_of(0) > 0.5);
  BOOST_TEST(chance_of(300) < 0.001);
  // Two pairings more than the one fitted rating.
  const Ratings ratings = fit_ratings(3, games, anchored({{0, 0}, {1, 0}}));
  BOOST_TEST(model_fit(ratings, games).test->degrees > 1);
}

BOOST_AUTO_TEST_CASE(contradicted_measured_anchors_are_reported) {
  Games games;
  meet(games, 0, 1, 40, 30);
  meet(games, 0, 2, 40, 30);
  meet(games, 1, 2, 35, 35);
  const std::vector<std::string> names{"ann", "bob", "cy"};
  const auto notes_of = [&](std::vector<RatingAnchor> anchors) {
    return anchor_notes(fit_ratings(3, games, anchored(std::move(anchors), Anchoring::measured)), names);
  };
  const auto agreeing = notes_of({{0, 1550}, {1, 1500}});
  BOOST_TEST_REQUIRE(agreeing.size() == 1U);
  BOOST_TEST(agreeing[0].starts_with("Anchors, given and fitted: "));
  BOOST_TEST(agreeing[0].find("ann +1550 and +15") != std::string::npos, agreeing[0]);
  const auto contradicting = notes_of({{0, 1500}, {1, 1500}, {2, 1200}});
  BOOST_TEST_REQUIRE(contradicting.size() == 2U);
  BOOST_TEST(contradicting[0].starts_with("Anchors, given and fitted: cy +1200 and +1"));
  BOOST_TEST(contradicting[1].starts_with(
      "The results contradict the ratings that the anchors are given (chance below 0.1 %): cy is given +1200 "
      "and fitted as +1"));
  BOOST_TEST(notes_of({{0, 1500}}).empty());
  BOOST_TEST(anchor_notes(fit_ratings(3, games, anchored({{0, 1500}, {1, 900}})), names).empty());
}

BOOST_AUTO_TEST_CASE(true_given_ratings_are_rarely_contradicted) {
  const std::vector<double> truth{727, 577, 240, -532, -1013};
  const struct {
    std::vector<int> anchors;
    int pairs;
  } table[] = {{{1, 2}, 10}, {{0, 2, 4}, 10}, {{0, 1, 2, 3, 4}, 40}};
  for (const auto& [players, pairs] : table) {
    Chance chance(31);
    const int large = 1500, repetitions = count_for(150, large);
    int told = 0, detected = 0;
    std::vector<RatingAnchor> right, wrong;
    for (const int player : players) right.push_back({player, truth[std::size_t(player)]});
    wrong = right;
    wrong.back().elo += 700;
    for (int k = 0; k < repetitions; ++k) {
      const Games games = clustered_round_robin(truth, 30, pairs, 0.5, chance);
      const auto contradicts = [&](const std::vector<RatingAnchor>& anchors) {
        const Ratings ratings = fit_ratings(5, games, anchored(anchors, Anchoring::measured));
        return ratings.anchor_checks.front().contradicts();
      };
      told += contradicts(right);
      if (k % 10 == 0) detected += contradicts(wrong);
    }
    BOOST_TEST_MESSAGE(players.size() << " anchors: " << double(told) / repetitions << " told, "
                                      << double(detected) / (repetitions / 10) << " detected");
    BOOST_TEST(told < (0.06 + more_chance(0.05, repetitions, large)) * repetitions);
    BOOST_TEST(detected > 0.6 * (repetitions / 10));
  }
}

BOOST_AUTO_TEST_CASE(impossible_anchors_get_one_sentence) {
  GameList list;
  const int ann = list.player("ann"), bob = list.player("bob");
  for (int k = 0; k < 6; ++k) list.add({ann, bob, k % 2 * 1.0, list.clusters()});
  const auto fault_of = [&](const std::vector<NamedAnchor>& anchors, Anchoring anchoring = Anchoring::fixed) {
    const auto table = rate(list, anchored({}, anchoring), anchors);
    return table ? std::string() : table.error().message;
  };
  BOOST_TEST(fault_of({{"ann", 1500}, {"bo", 3}}) ==
             "the anchor bo is not one of the players; did you mean bob?");
  BOOST_TEST(fault_of({{"ann", 1500}, {"bob", 3}, {"ann", 1400}}) ==
             "the anchor ann is named twice, with 1500 and 1400 Elo; name it once");
  BOOST_TEST(fault_of({{"ann", 1500}, {"ann", 1500}}) == "the anchor ann is named twice; name it once");
  BOOST_TEST(
      fault_of({{"ann", 0}, {"bob", 5001}}) ==
      "the anchors bob (5001) and ann (0) are more than 5000 Elo apart, which no results can show; correct "
      "their ratings");
  BOOST_TEST(fault_of({{"ann", 0}, {"bob", 5000}}).empty());
  BOOST_TEST(fault_of({{"ann", 0}, {"bob", 5001}}, Anchoring::measured).empty());
}

BOOST_AUTO_TEST_CASE(json_names_the_given_ratings_of_several_anchors) {
  GameList list;
  const int ann = list.player("ann"), bob = list.player("bob"), cy = list.player("cy");
  for (int k = 0; k < 12; ++k) {
    list.add({ann, bob, k % 3 > 0 ? 1.0 : 0.0, list.clusters()});
    list.add({cy, bob, k % 2 * 1.0, list.clusters()});
  }
  const auto in_json = [&](const std::vector<NamedAnchor>& anchors, Anchoring anchoring) {
    return rating_table_to_json(rate(list, anchored({}, anchoring), anchors).value(), {});
  };
  const Json one = in_json({{"ann", 1500}}, Anchoring::measured);
  BOOST_TEST(!one.contains("anchors"));
  BOOST_TEST(!one["players"][0].contains("given"));
  BOOST_TEST(one == in_json({{"ann", 1500}}, Anchoring::fixed));
  const Json fixed = in_json({{"ann", 1500}, {"bob", 1400}}, Anchoring::fixed);
  BOOST_TEST(fixed["anchors"] == json_of(R"({"anchoring": "fixed", "checks": []})"));
  BOOST_TEST(fixed["players"][0]["given"] == 1500);
  BOOST_TEST(fixed["players"][0]["interval"] == "none");
  const Json measured = in_json({{"ann", 1500}, {"bob", 1000}}, Anchoring::measured);
  BOOST_TEST(measured["anchors"]["anchoring"] == "measured");
  BOOST_TEST(measured["anchors"]["checks"].size() == 1U);
  BOOST_TEST(measured["anchors"]["checks"][0]["pool"] == 0);
  BOOST_TEST(measured["anchors"]["checks"][0]["chance"] < 0.05);
  for (const Json& player : measured["players"]) {
    BOOST_TEST(player["given"].is_null() == (player["name"] == "cy"));
    BOOST_TEST(player["interval"] == "profile");
  }
}

BOOST_AUTO_TEST_SUITE_END()
