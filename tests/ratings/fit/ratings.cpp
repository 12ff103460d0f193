#include "ratings/fit/ratings.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "tests/ratings/simulated_games.h"
#include "tests/ratings/slow_model.h"

BOOST_AUTO_TEST_SUITE(ratings)

namespace {

using namespace toptile;
using namespace toptile::simulated;

constexpr double kQuantile = 1.959963984540054;
const double kElo = 400 / std::log(10.0);  // Elo in a logit.

double elo_of(double score) {
  return 400 * std::log10(score / (1 - score));
}

RatingOptions plain() {
  RatingOptions options;
  options.prior_ties = 0;
  options.first_seat = SeatTerm::zero;
  return options;
}

RatingOptions without_prior() {
  RatingOptions options;
  options.prior_ties = 0;
  return options;
}

void check_same(const RatingEstimate& a, const RatingEstimate& b) {
  BOOST_TEST(std::abs(a.elo - b.elo) < 1e-7);
  BOOST_TEST(std::abs(a.error_low - b.error_low) < 1e-6);
  BOOST_TEST(std::abs(a.error_high - b.error_high) < 1e-6);
  BOOST_TEST((a.interval == b.interval));
  BOOST_TEST(std::abs(a.fall - b.fall) < 1e-6);
}

void check_near(double value, double right, double tolerance = 1e-7) {
  BOOST_TEST(std::abs(value - right) <= tolerance, value << " should be " << right);
}

}  // namespace

BOOST_AUTO_TEST_CASE(two_players_are_as_far_apart_as_the_score_says) {
  const struct {
    int wins, ties, losses;
  } table[] = {{3, 0, 1}, {50, 30, 20}, {99, 0, 1}, {0, 1, 9}, {10, 0, 10}, {0, 4, 0}};
  for (const auto& row : table) {
    Games games;
    play(games, 0, 1, row.wins, row.ties, row.losses);
    const Ratings ratings = fit_ratings(2, games, plain());
    const double difference = elo_of((row.wins + row.ties / 2.0) / (row.wins + row.ties + row.losses));
    check_near(ratings.players[0].elo, difference / 2);
    check_near(ratings.players[1].elo, -difference / 2);
  }
}

BOOST_AUTO_TEST_CASE(the_prior_is_virtual_ties_between_two_players) {
  Games games;
  play(games, 0, 1, 8, 0, 0);
  RatingOptions options;
  const Ratings ratings = fit_ratings(2, games, options);
  check_near(ratings.players[0].elo - ratings.players[1].elo, elo_of(8.25 / 8.5));
  options.prior_ties = 3;
  check_near(fit_ratings(2, games, options).players[0].elo, elo_of(9.5 / 11) / 2);
}

BOOST_AUTO_TEST_CASE(two_scores_tell_strength_and_the_first_seat_apart) {
  Games games;
  play(games, 0, 1, 12, 2, 6);
  play(games, 1, 0, 16, 4, 20);
  const Ratings ratings = fit_ratings(2, games, without_prior());
  const double p = 13.0 / 20, q = 18.0 / 40;
  BOOST_TEST((ratings.seat_fit == SeatFit::estimated));
  check_near(ratings.players[0].elo - ratings.players[1].elo, (elo_of(p) - elo_of(q)) / 2);
  check_near(ratings.first_seat.elo, (elo_of(p) + elo_of(q)) / 2);
}

BOOST_AUTO_TEST_CASE(intervals_count_what_the_seat_term_costs) {
  Games games;
  play(games, 0, 1, 40, 0, 20);
  play(games, 1, 0, 35, 0, 55);
  const Ratings ratings = fit_ratings(2, games, without_prior());
  // The two logits are estimated separately; strength and advantage are half their difference and half their
  // sum. Each game is a cluster that spreads as the model says, apart from the two fitted parameters.
  const double p = 40.0 / 60, q = 35.0 / 90;
  const double variance = (1 / (60 * p * (1 - p)) + 1 / (90 * q * (1 - q))) / 4;
  const double sd = std::sqrt(variance) * kElo;
  for (const RatingEstimate& estimate : {ratings.first_seat, ratings.fit->difference(0, 1)}) {
    BOOST_TEST(estimate.sd > sd);
    BOOST_TEST(estimate.sd < sd * std::sqrt(150.0 / 148));
    check_near(estimate.error_low, estimate.error_high, 0.05 * estimate.error_high);
  }
  check_near(ratings.players[0].error_low, ratings.fit->difference(0, 1).error_low / 2, 1e-6);
}

BOOST_AUTO_TEST_CASE(the_interval_of_many_pairs_is_that_of_their_points) {
  const int outcomes[5] = {300, 1000, 2500, 1500, 700};  // Pairs that brought 0, ½, 1, 1½ and 2 points.
  const double scores[5][2] = {{0, 0}, {0, 0.5}, {0.5, 0.5}, {1, 0.5}, {1, 1}};
  Games games;
  int cluster = 0;
  double points = 0, squares = 0, pairs = 0;
  for (int kind = 0; kind < 5; ++kind) {
    for (int k = 0; k < outcomes[kind]; ++k, ++cluster) {
      games.push_back({0, 1, scores[kind][0], cluster});
      games.push_back({1, 0, 1 - scores[kind][1], cluster});
      points += kind / 4.0;
      squares += kind * kind / 16.0;
      pairs += 1;
    }
  }
  const double score = points / pairs;
  const double variance = (squares / pairs - score * score) / pairs;
  const double slope = kElo / (score * (1 - score));
  const double sd = std::sqrt(variance) * slope;
  const Ratings ratings = fit_ratings(2, games, plain());
  const RatingEstimate difference = ratings.fit->difference(0, 1);
  check_near(ratings.players[0].elo, elo_of(score) / 2);
  check_near(difference.sd, sd, 3e-3 * sd);
  check_near(difference.error_low, kQuantile * sd, 0.01 * sd);
  check_near(difference.error_high, kQuantile * sd, 0.01 * sd);
}

BOOST_AUTO_TEST_CASE(a_slow_and_obvious_search_finds_the_same_maximum) {
  const Games games = uneven_games();
  for (const double ties : {0.0, 1.0, 4.0}) {
    RatingOptions options;
    options.prior_ties = ties;
    const Ratings ratings = fit_ratings(5, games, options);
    const SlowModel slow{games, 5, ties};
    std::vector<double> at = slow.maximum(std::vector<double>(6), {false, true, true, true, true, true});
    const double mean = std::accumulate(at.begin(), at.begin() + 5, 0.0) / 5;
    for (int i = 0; i < 5; ++i) check_near(ratings.players[i].elo, at[i] - mean, 1e-3);
    check_near(ratings.first_seat.elo, at[5], 1e-3);
  }
}

BOOST_AUTO_TEST_CASE(at_the_fit_everybody_scores_what_was_expected) {
  const Games games = uneven_games();
  const Ratings ratings = fit_ratings(5, games, without_prior());
  double surplus[5] = {}, of_first_seat = 0;
  for (const ScoredGame& game : games) {
    const double more = game.score - expected(ratings.players[game.first].elo -
                                              ratings.players[game.second].elo + ratings.first_seat.elo);
    surplus[game.first] += more;
    surplus[game.second] -= more;
    of_first_seat += more;
  }
  for (const double more : surplus) check_near(more, 0, 1e-10);
  check_near(of_first_seat, 0, 1e-10);
}

BOOST_AUTO_TEST_CASE(a_long_ladder_of_one_sided_matches_is_fitted) {
  Games games;
  const int players = 30;
  for (int i = 0; i + 1 < players; ++i) play(games, i, i + 1, 999, 0, 1);
  const Ratings ratings = fit_ratings(players, games, plain());
  for (int i = 0; i + 1 < players; ++i) {
    check_near(ratings.players[i].elo - ratings.players[i + 1].elo, elo_of(0.999), 1e-5);
  }
}

BOOST_AUTO_TEST_CASE(one_upset_among_many_games_closes_the_circle) {
  Games games;
  for (int k = 0; k < 100000; ++k) {
    games.push_back({0, 1, 1, k});
    games.push_back({1, 2, 1, k});
  }
  games.push_back({2, 0, 1, 100000});
  const Ratings ratings = fit_ratings(3, games, plain());
  BOOST_TEST(ratings.pools == 1);
  // By symmetry the two steps are equal, and each player's expected points are those it has.
  const double step = ratings.players[0].elo - ratings.players[1].elo;
  check_near(ratings.players[1].elo, 0, 1e-6);
  check_near(100000 * (1 - expected(step)) - (1 - expected(-2 * step)), 0, 1e-9);
}

BOOST_AUTO_TEST_CASE(an_anchor_moves_the_scale_and_no_difference) {
  const Games games = uneven_games();
  RatingOptions options;
  const Ratings free = fit_ratings(5, games, options);
  options.anchors = {RatingAnchor{3, 1500}};
  const Ratings anchored = fit_ratings(5, games, options);
  BOOST_TEST(anchored.players[3].elo == 1500);
  BOOST_TEST(anchored.players[3].error_low == 0);
  BOOST_TEST((anchored.players[3].interval == Interval::none));
  for (int i = 0; i < 5; ++i) {
    check_near(anchored.players[i].elo - 1500, free.players[i].elo - free.players[3].elo);
    if (i != 3) {
      const RatingEstimate difference = free.fit->difference(i, 3);
      check_near(anchored.players[i].error_low, difference.error_low, 1e-6);
      check_near(anchored.players[i].error_high, difference.error_high, 1e-6);
    }
    for (int j = 0; j < 5; ++j) {
      check_near(anchored.fit->superiority(i, j), free.fit->superiority(i, j), 1e-9);
    }
  }
  check_same(anchored.first_seat, free.first_seat);
}

BOOST_AUTO_TEST_CASE(ratings_of_a_pool_add_up_to_nothing) {
  const Ratings ratings = fit_ratings(5, uneven_games(), {});
  double sum = 0;
  for (const PlayerRating& player : ratings.players) {
    BOOST_TEST(player.is_in_zero);
    sum += player.elo;
  }
  check_near(sum, 0);
}

BOOST_AUTO_TEST_CASE(the_interval_ends_where_the_likelihood_has_fallen_as_far_as_it_says) {
  Games games;
  play(games, 0, 1, 5, 1, 2);
  const Ratings ratings = fit_ratings(2, games, plain());
  BOOST_TEST((ratings.players[0].interval == Interval::profile));
  const auto likelihood = [](double elo) {
    return 5.5 * std::log(expected(elo)) + 2.5 * std::log(expected(-elo));
  };
  const double best = likelihood(2 * ratings.players[0].elo);
  const double low = likelihood(2 * (ratings.players[0].elo - ratings.players[0].error_low));
  const double high = likelihood(2 * (ratings.players[0].elo + ratings.players[0].error_high));
  check_near(best - low, ratings.players[0].fall, 1e-9);
  check_near(best - high, ratings.players[0].fall, 1e-9);
  check_near(ratings.players[0].fall, kQuantile * kQuantile / 2, 0.4);
  check_near(ratings.players[1].error_low, ratings.players[0].error_high, 1e-9);
}

BOOST_AUTO_TEST_CASE(a_profile_lets_all_other_parameters_go_along) {
  Games games = uneven_games();
  for (ScoredGame& game : games) game.cluster %= 9;
  RatingOptions options;
  options.anchors = {RatingAnchor{0, 0}};
  const Ratings ratings = fit_ratings(5, games, options);
  const SlowModel slow{games, 5, options.prior_ties};
  const auto check_fall = [&](std::size_t parameter, double elo, double fall) {
    check_near(slow_fall(slow, parameters_of(ratings), {false, true, true, true, true, true}, parameter, elo),
               fall, 1e-5);
  };
  const PlayerRating& player = ratings.players[4];
  BOOST_TEST((player.interval == Interval::profile));
  BOOST_TEST(std::abs(player.error_high - player.error_low) > 1);
  check_fall(4, player.elo - player.error_low, player.fall);
  check_fall(4, player.elo + player.error_high, player.fall);
  BOOST_TEST((ratings.first_seat.interval == Interval::profile));
  check_fall(5, ratings.first_seat.elo - ratings.first_seat.error_low, ratings.first_seat.fall);
  check_fall(5, ratings.first_seat.elo + ratings.first_seat.error_high, ratings.first_seat.fall);
}

BOOST_AUTO_TEST_CASE(a_profile_finds_its_ends_where_results_are_one_sided) {
  // 0 plays 1 and 1 plays 2: the distance from 0 to 2 is the sum of two steps that have no games in common.
  const struct {
    int won_first, lost_first, won_second, lost_second;  // 1 plays 0, then 2 plays 1.
    double ties;
  } table[] = {{20, 0, 25, 0, 1},    {20, 0, 0, 25, 1},   {2, 1, 40, 0, 1},
               {0, 9, 1, 0, 1},      {1, 0, 1, 0, 0.1},   {50, 0, 3, 3, 0.01},
               {0, 900, 5, 0, 0.01}, {5, 0, 0, 900, 0.1}, {0, 3, 0, 400, 2}};
  for (const auto& row : table) {
    Games games;
    play(games, 1, 0, row.won_first, 0, row.lost_first);
    play(games, 2, 1, row.won_second, 0, row.lost_second);
    for (ScoredGame& game : games) game.cluster %= 9;
    RatingOptions options = plain();
    options.prior_ties = row.ties;
    options.anchors = {RatingAnchor{0, 0}};
    const PlayerRating player = fit_ratings(3, games, options).players[2];
    BOOST_TEST((player.interval == Interval::profile));

    const double first = row.won_first + row.lost_first, second = row.won_second + row.lost_second;
    const double more_first = row.ties / 4 * (1 + first / (first + second));
    const double more_second = row.ties / 4 * (1 + second / (first + second));
    const auto log_expected = [](double elo) {  // It works even if the expected score is 0 in a double.
      return elo < 0 ? elo / kElo - std::log1p(std::exp(elo / kElo)) : -std::log1p(std::exp(-elo / kElo));
    };
    const auto likelihood = [&](double step, double sum) {
      return (row.won_first + more_first) * log_expected(step) +
             (row.lost_first + more_first) * log_expected(-step) +
             (row.won_second + more_second) * log_expected(sum - step) +
             (row.lost_second + more_second) * log_expected(step - sum);
    };
    const auto best_of_sum = [&](double sum) {
      double low = -1e6, high = 1e6;
      while (high - low > 1e-6) {
        const double left = low + (high - low) / 3, right = high - (high - low) / 3;
        if (likelihood(left, sum) < likelihood(right, sum)) {
          low = left;
        } else {
          high = right;
        }
      }
      return likelihood(low, sum);
    };
    const double best = best_of_sum(player.elo);
    for (const double error : {-player.error_low, player.error_high})
      if (std::isfinite(error)) check_near(best - best_of_sum(player.elo + error), player.fall, 1e-5);
    const bool has_limit_above = row.lost_first > 0 && row.lost_second > 0;
    BOOST_TEST(std::isinf(player.error_high) == !has_limit_above);
    BOOST_TEST(std::isinf(player.error_low) == !(row.won_first > 0 && row.won_second > 0));
  }
}

BOOST_AUTO_TEST_CASE(a_player_who_won_all_has_a_rating_and_no_upper_end) {
  Games games;
  play(games, 0, 1, 30, 0, 0);
  play(games, 1, 2, 20, 0, 15);
  play(games, 2, 1, 20, 0, 15);
  const Ratings ratings = fit_ratings(3, games, {});
  const PlayerRating& winner = ratings.players[0];
  BOOST_TEST(std::isfinite(winner.elo));
  BOOST_TEST((winner.interval == Interval::profile));
  BOOST_TEST(std::isinf(winner.error_high));
  BOOST_TEST(std::isfinite(winner.error_low));
  BOOST_TEST(!winner.unbounded);
  BOOST_TEST(ratings.fit->superiority(0, 1) > 0.99);
}

BOOST_AUTO_TEST_CASE(without_a_prior_a_player_who_won_all_is_unbounded_and_the_others_as_if_alone) {
  Games games;
  play(games, 1, 2, 20, 0, 15);
  play(games, 2, 1, 22, 0, 13);
  play(games, 2, 3, 8, 4, 9);
  const Games alone = games;
  play(games, 0, 1, 30, 0, 0);
  play(games, 2, 0, 0, 0, 5);
  play(games, 3, 4, 6, 0, 0);
  const Ratings ratings = fit_ratings(5, games, without_prior()),
                others = fit_ratings(5, alone, without_prior());
  BOOST_TEST(ratings.pools == 3);
  BOOST_TEST(ratings.one_way_games == 41);
  for (const int i : {0, 4}) {
    BOOST_TEST(ratings.players[i].unbounded);
    BOOST_TEST(ratings.players[i].elo == 0);
    BOOST_TEST((ratings.players[i].interval == Interval::none));
    BOOST_TEST(!others.players[i].unbounded);
  }
  for (const int i : {1, 2, 3}) {
    BOOST_TEST(!ratings.players[i].unbounded);
    BOOST_TEST(ratings.players[i].pool == 0);
    check_same(ratings.players[i], others.players[i]);
    BOOST_TEST(std::isnan(ratings.fit->superiority(0, i)));
  }
  check_same(ratings.first_seat, others.first_seat);
}

BOOST_AUTO_TEST_CASE(without_a_prior_groups_with_results_one_way_are_pools_of_their_own) {
  Games games;
  play(games, 0, 1, 6, 0, 4);
  play(games, 2, 3, 3, 2, 7);
  play(games, 0, 2, 9, 0, 0);
  play(games, 1, 3, 9, 0, 0);
  const Ratings apart = fit_ratings(4, games, plain());
  BOOST_TEST(apart.pools == 2);
  BOOST_TEST(apart.one_way_games == 18);
  check_near(apart.players[0].elo, elo_of(0.6) / 2);
  check_near(apart.players[3].elo, elo_of(8.0 / 12) / 2);
  BOOST_TEST(!apart.players[0].unbounded);
  RatingOptions with_prior = plain();
  with_prior.prior_ties = 1;
  const Ratings together = fit_ratings(4, games, with_prior);
  BOOST_TEST(together.pools == 1);
  BOOST_TEST(together.players[1].elo > together.players[3].elo);
}

BOOST_AUTO_TEST_CASE(players_whom_no_game_connects_are_rated_in_pools_and_not_compared) {
  Games games;
  play(games, 5, 0, 12, 0, 8);
  play(games, 0, 5, 12, 0, 8);
  Games one = games;
  for (const ScoredGame& game : uneven_games()) {
    const int seats[5] = {1, 2, 3, 4, 6};
    games.push_back({seats[game.first], seats[game.second], game.score, 1000 + game.cluster});
  }
  RatingOptions options;
  options.first_seat = SeatTerm::zero;
  options.anchors = {RatingAnchor{5, 100}};
  const Ratings both = fit_ratings(8, games, options);
  BOOST_TEST(both.pools == 3);
  const int pools[8] = {1, 0, 0, 0, 0, 1, 0, 2};
  for (int i = 0; i < 8; ++i) BOOST_TEST(both.players[i].pool == pools[i]);
  BOOST_TEST(std::isnan(both.fit->superiority(0, 1)));
  BOOST_TEST(std::isnan(both.fit->superiority(7, 1)));

  const Ratings alone = fit_ratings(8, one, options);
  check_near(both.players[0].elo, alone.players[0].elo);
  check_near(both.players[5].elo, 100);
  double sum = 0;
  for (const int i : {1, 2, 3, 4, 6}) sum += both.players[i].elo;
  check_near(sum, 0);
  BOOST_TEST((both.players[7].interval == Interval::none));
  BOOST_TEST(!both.players[7].unbounded);
}

BOOST_AUTO_TEST_CASE(the_advantage_is_zero_where_strengths_explain_it_as_well) {
  Games games;
  play(games, 0, 1, 9, 0, 5);
  play(games, 1, 2, 9, 0, 5);
  play(games, 0, 2, 9, 0, 5);
  const Ratings cyclic = fit_ratings(3, games, {});  // The way over 1 has the advantage twice.
  BOOST_TEST((cyclic.seat_fit == SeatFit::estimated));
  games.resize(28);
  for (const double ties : {0.0, 1.0}) {
    RatingOptions options;
    options.prior_ties = ties;
    const Ratings ratings = fit_ratings(3, games, options);
    BOOST_TEST((ratings.seat_fit == SeatFit::unidentified));
    BOOST_TEST(ratings.first_seat.elo == 0);
    BOOST_TEST((ratings.first_seat.interval == Interval::none));
    BOOST_TEST(ratings.players[0].elo > ratings.players[1].elo);
  }
  BOOST_TEST((fit_ratings(3, games, plain()).seat_fit == SeatFit::zero));
}

BOOST_AUTO_TEST_CASE(when_the_first_seat_always_wins_the_prior_keeps_the_advantage_finite) {
  Games games;
  for (int pair = 0; pair < 12; ++pair) {
    games.push_back({0, 1, 1, pair});
    games.push_back({1, 0, 1, pair});
  }
  const Ratings plain_fit = fit_ratings(2, games, without_prior());
  BOOST_TEST((plain_fit.seat_fit == SeatFit::unbounded));
  BOOST_TEST(plain_fit.first_seat.elo == 0);
  check_near(plain_fit.players[0].elo, 0);
  const Ratings ratings = fit_ratings(2, games, {});
  BOOST_TEST((ratings.seat_fit == SeatFit::estimated));
  check_near(ratings.first_seat.elo, elo_of(24.25 / 24.5));
  BOOST_TEST((ratings.first_seat.interval == Interval::profile));
}

BOOST_AUTO_TEST_CASE(a_point_each_bounds_no_advantage_to_which_the_strengths_can_give_way) {
  // The seats decide all games but those of 0 against 1. There player 1 may grow as fast as the advantage,
  // and player 2 half as fast.
  Games games;
  play(games, 0, 1, 1, 0, 1);
  play(games, 1, 2, 4, 0, 0);
  play(games, 2, 1, 4, 0, 0);
  play(games, 2, 0, 4, 0, 0);
  play(games, 0, 2, 4, 0, 0);
  const Ratings ratings = fit_ratings(3, games, without_prior());
  BOOST_TEST((ratings.seat_fit == SeatFit::unbounded));
  for (const PlayerRating& player : ratings.players) BOOST_TEST(std::isfinite(player.elo));
}

BOOST_AUTO_TEST_CASE(pairs_that_all_came_out_alike_do_not_pass_for_certainty) {
  Games games;
  for (int pair = 0; pair < 20; ++pair) {
    games.push_back({0, 1, pair % 2 ? 1.0 : 0.0, pair});
    games.push_back({1, 0, pair % 2 ? 1.0 : 0.0, pair});
  }
  const Ratings bare = fit_ratings(2, games, without_prior());
  BOOST_TEST((bare.players[0].interval == Interval::profile));
  // Independent games would give ±53. That all twenty pairs came out alike does not prove that all pairs do.
  BOOST_TEST(bare.players[0].error_high > 15);
  BOOST_TEST(bare.players[0].error_high < 30);
  const Ratings ratings = fit_ratings(2, games, {});
  BOOST_TEST(ratings.players[0].error_high > 15);
  BOOST_TEST(ratings.sharing > 0.5);
}

BOOST_AUTO_TEST_CASE(a_round_robin_of_random_seats_is_rated_the_same_in_any_order) {
  Chance chance(5);
  const std::vector<double> truth{-90, -30, 0, 20, 100, 130};
  const Games games = clustered_round_robin(truth, 25, 4, 0.5, chance);
  const Ratings ratings = fit_ratings(6, games, {});

  Games shuffled = games;
  for (std::size_t i = shuffled.size(); i > 1; --i) {
    std::swap(shuffled[i - 1], shuffled[chance.below(static_cast<int>(i))]);
  }
  const Ratings same = fit_ratings(6, shuffled, {});
  for (int i = 0; i < 6; ++i) {
    BOOST_TEST(same.players[i].elo == ratings.players[i].elo);
    BOOST_TEST(same.players[i].error_low == ratings.players[i].error_low);
  }

  const int renamed[6] = {3, 5, 0, 1, 4, 2};
  Games permuted = games;
  for (ScoredGame& game : permuted) {
    game = {renamed[game.first], renamed[game.second], game.score, 7 - 3 * game.cluster};
  }
  const Ratings other = fit_ratings(6, permuted, {});
  for (int i = 0; i < 6; ++i) {
    check_same(other.players[renamed[i]], ratings.players[i]);
    BOOST_TEST(other.players[renamed[i]].clusters == ratings.players[i].clusters);
    for (int j = 0; j < 6; ++j)
      check_same(other.fit->difference(renamed[i], renamed[j]), ratings.fit->difference(i, j));
  }
  check_same(other.first_seat, ratings.first_seat);
}

BOOST_AUTO_TEST_CASE(counts_are_those_of_the_games) {
  Games games;
  games.push_back({0, 1, 1, 8});
  games.push_back({1, 0, 0.5, 8});
  games.push_back({1, 2, 0, 9});
  const Ratings ratings = fit_ratings(4, games, {});
  BOOST_TEST(ratings.clusters == 2);
  BOOST_TEST(ratings.players[0].games == 2);
  BOOST_TEST(ratings.players[0].points == 1.5);
  BOOST_TEST(ratings.players[0].clusters == 1);
  BOOST_TEST(ratings.players[1].games == 3);
  BOOST_TEST(ratings.players[1].points == 0.5);
  BOOST_TEST(ratings.players[1].clusters == 2);
  BOOST_TEST(ratings.players[3].games == 0);
}

BOOST_AUTO_TEST_CASE(no_players_no_games_and_one_game_are_fine) {
  BOOST_TEST(fit_ratings(0, Games{}, {}).players.empty());
  BOOST_TEST(fit_ratings(0, Games{}, {}).pools == 0);
  for (const double ties : {0.0, 1.0}) {
    RatingOptions options;
    options.prior_ties = ties;
    options.anchors = {RatingAnchor{0, 50}};
    const Ratings one = fit_ratings(1, Games{}, options);
    BOOST_TEST(one.players[0].elo == 50);
    const Ratings idle = fit_ratings(3, Games{}, options);
    BOOST_TEST(idle.pools == 3);
    BOOST_TEST(idle.players[0].elo == 50);
    BOOST_TEST(idle.players[1].elo == 0);
    BOOST_TEST((idle.players[1].interval == Interval::none));
    BOOST_TEST(!idle.players[1].unbounded);
    BOOST_TEST((idle.seat_fit == SeatFit::unidentified));
  }
  const Games one_game{{0, 1, 1, 0}};
  const Ratings rated = fit_ratings(2, one_game, {});
  check_near(rated.players[0].elo - rated.players[1].elo, elo_of(1.25 / 1.5));
  BOOST_TEST((rated.players[0].interval == Interval::profile));
  BOOST_TEST(std::isinf(rated.players[0].error_high));
  BOOST_TEST(std::isfinite(rated.players[0].error_low));
  const Ratings bare = fit_ratings(2, one_game, without_prior());
  BOOST_TEST(bare.players[0].unbounded);
  BOOST_TEST(bare.players[1].unbounded);
}

BOOST_AUTO_TEST_CASE(the_chances_that_either_is_stronger_add_up_to_1) {
  Games games = uneven_games();
  play(games, 5, 0, 3, 0, 1);  // Few clusters lead to a profile interval.
  const Ratings ratings = fit_ratings(6, games, {});
  BOOST_TEST((ratings.players[5].interval == Interval::profile));
  for (int i = 0; i < 6; ++i) {
    BOOST_TEST(ratings.fit->superiority(i, i) == 0.5);
    for (int j = 0; j < 6; ++j) {
      const double chance = ratings.fit->superiority(i, j);
      check_near(chance + ratings.fit->superiority(j, i), 1, 1e-12);
      BOOST_TEST((chance >= 0.5) == (ratings.players[i].elo >= ratings.players[j].elo));
    }
  }
}

BOOST_AUTO_TEST_CASE(with_profiles_too_the_chance_of_superiority_is_that_of_the_likelihood) {
  const struct { int wins, losses; } table[] = {{8, 1}, {5, 2}, {4, 3}};
  for (const auto& row : table) {
    Games games;
    play(games, 0, 1, row.wins, 0, row.losses);
    const Ratings ratings = fit_ratings(2, games, plain());
    // Wilks' theorem gives the signed root of the likelihood ratio; Student's distribution has wider tails.
    const double wins = row.wins, losses = row.losses, all = wins + losses;
    const double fall = wins * std::log(wins / all) + losses * std::log(losses / all) + all * std::log(2.0);
    check_near(ratings.fit->superiority(0, 1), std::erfc(-std::sqrt(fall)) / 2, 0.02);
    BOOST_TEST(ratings.fit->superiority(0, 1) <= std::erfc(-std::sqrt(fall)) / 2);
  }
}

BOOST_AUTO_TEST_CASE(resampling_the_clusters_spreads_the_ratings_as_the_intervals_say) {
  Chance chance(11);
  const std::vector<double> truth{-120, -20, 40, 100};
  const int pairs = 40, clusters = 6 * pairs;
  const Games games = clustered_round_robin(truth, 30, pairs, 0.8, chance);
  const Ratings ratings = fit_ratings(4, games, {});
  const int resamples = 500;
  double sum[4] = {}, squares[4] = {};
  for (int k = 0; k < resamples; ++k) {
    Games drawn;
    for (int cluster = 0; cluster < clusters; ++cluster) {
      const std::size_t from = std::size_t(chance.below(clusters)) * 2;
      for (const std::size_t game : {from, from + 1}) {
        drawn.push_back(games[game]);
        drawn.back().cluster = cluster;
      }
    }
    const Ratings again = fit_ratings(4, drawn, {});
    for (int i = 0; i < 4; ++i) {
      sum[i] += again.players[i].elo;
      squares[i] += again.players[i].elo * again.players[i].elo;
    }
  }
  for (int i = 0; i < 4; ++i) {
    const double mean = sum[i] / resamples;
    const double sd = std::sqrt(squares[i] / resamples - mean * mean);
    BOOST_TEST(sd / ratings.players[i].sd > 0.9);
    BOOST_TEST(sd / ratings.players[i].sd < 1.1);
  }
}

BOOST_AUTO_TEST_CASE(profile_intervals_cover_the_truth_of_independent_games) {
  const std::vector<double> truth{-200, -50, 0, 50, 200};
  Chance chance(77);
  int covered = 0, all = 0;
  for (int k = 0; k < 300; ++k) {
    const Ratings ratings = fit_ratings(5, clustered_round_robin(truth, 0, 2, 0, chance), {});
    for (int i = 0; i < 5; ++i) {
      BOOST_TEST_REQUIRE((ratings.players[i].interval == Interval::profile));
      covered += covers(ratings.players[i], truth[i]);
      ++all;
    }
  }
  BOOST_TEST_MESSAGE("profiles: " << double(covered) / all);
  BOOST_TEST(covered > 0.93 * all);
  BOOST_TEST(covered < 0.975 * all);
}

// Single games with a chance near one half must not seem to tell their spread exactly, and the fourth
// derivative must not be used far from where it is valid.
BOOST_AUTO_TEST_CASE(a_newcomer_with_two_single_games_has_an_interval_of_some_hundred_elo) {
  Games games;
  for (int pair = 0; pair < 1000; ++pair) {
    games.push_back({0, 1, pair % 2 ? 1.0 : 0.0, pair});
    games.push_back({1, 0, pair % 2 ? 1.0 : 0.0, pair});
  }
  games.push_back({2, 0, 1, 2000});
  games.push_back({2, 1, 0, 2001});
  const PlayerRating newcomer = fit_ratings(3, games, {}).players[2];
  BOOST_TEST(newcomer.error_low > 200);
  BOOST_TEST(newcomer.error_low < 1500);
  BOOST_TEST(newcomer.error_high < 1500);
  RatingOptions early;
  early.every_look.emplace(1e-3);
  for (const PlayerRating& player : fit_ratings(3, games, early).players)
    BOOST_TEST(player.error_low + player.error_high < 1e5);
}

BOOST_AUTO_TEST_CASE(who_is_far_below_a_third_is_certainly_below) {
  Games games;
  int cluster = 0;
  const auto meet = [&](int one, int other, int pairs, int won_of_ten) {
    for (int pair = 0; pair < pairs; ++pair, ++cluster) {
      games.push_back({one, other, pair % 10 < won_of_ten ? 1.0 : 0.0, cluster});
      games.push_back({other, one, pair % 10 < won_of_ten ? 0.0 : 1.0, cluster});
    }
  };
  meet(0, 1, 150, 5);
  for (int step = 1; step < 8; ++step) meet(step, step + 1, 3000, 7);
  const Ratings ratings = fit_ratings(9, games, {});
  BOOST_TEST(ratings.fit->superiority(0, 8) > 0.999);
  BOOST_TEST(ratings.fit->chance_of_equals(0, 8) < 1e-6);
  BOOST_TEST(ratings.fit->chance_of_equals(8, 0) == ratings.fit->chance_of_equals(0, 8));
}

// It tries hundreds of small pools, thousands of players who met nobody twice, and one cluster of all games.
BOOST_AUTO_TEST_CASE(wide_fields_of_any_kind_have_figures) {
  const auto check = [](int players, const auto& games, const RatingOptions& options) {
    const Ratings ratings = fit_ratings(players, games, options);
    for (const PlayerRating& player : ratings.players) {
      BOOST_TEST_REQUIRE(std::isfinite(player.elo));
      BOOST_TEST_REQUIRE(player.error_low >= 0);
      BOOST_TEST_REQUIRE(player.error_high >= 0);
    }
    return ratings;
  };
  Games pools, chain, star, one_cluster;
  for (int pool = 0; pool < 400; ++pool) {
    for (int game = 0; game < 3; ++game)
      pools.push_back({3 * pool + game, 3 * pool + (game + 1) % 3, 1, 3 * pool + game});
  }
  for (int i = 0; i < 600; ++i) chain.push_back({i, i + 1, 1, i});
  for (int i = 1; i < 600; ++i) star.push_back({0, i, i % 7 ? 1.0 : 0.5, i});
  for (int i = 0; i < 3000; ++i) one_cluster.push_back({i % 600, (7 * i + 1) % 599, i % 3 ? 1.0 : 0.0, 0});
  std::erase_if(one_cluster, [](const ScoredGame& game) { return game.first == game.second; });
  for (const RatingOptions& options : {RatingOptions{}, plain(), without_prior()}) {
    BOOST_TEST(check(1200, pools, options).pools == 400);
    check(601, chain, options);
    check(600, star, options);
    check(600, one_cluster, options);
  }
  std::vector<RankedGame> threes;
  for (int i = 0; i < 998; ++i) threes.push_back({3, {i, i + 1, i + 2}, {1, 2, 3}, i});
  threes.push_back({3, {0, 998, 999}, {1, 2, 3}, 998});
  check(1000, threes, {});
}

// In a wide field each thread solves by itself, in a small one they share a matrix.
BOOST_AUTO_TEST_CASE(several_threads_compute_the_same_intervals) {
  for (const int players : {30, 700}) {
    Chance chance(5);
    Games games;
    for (int i = 0; i < 20 * players; ++i) {
      const int one = i % players, other = (one + 1 + 7 * (i / players)) % players;
      if (one != other)
        games.push_back({one, other, score_of(chance.uniform(), 30.0 * (other - one) / players), i / 2});
    }
    RatingOptions alone, together;
    together.threads = 4;
    const Ratings one = fit_ratings(players, games, alone), other = fit_ratings(players, games, together);
    for (int i = 0; i < players; ++i) {
      BOOST_TEST(one.players[i].error_low == other.players[i].error_low);
      BOOST_TEST(one.players[i].error_high == other.players[i].error_high);
      BOOST_TEST(one.players[i].degrees == other.players[i].degrees);
    }
  }
}

// A player in a small pool of a wide field has the same interval as without the others.
BOOST_AUTO_TEST_CASE(a_small_pool_is_rated_as_by_itself) {
  Chance chance(3);
  const Games own = clustered_round_robin({0, 50, -50}, 0, 20, 0, chance);
  Games games = own;
  for (int i = 0; i < 500; ++i) games.push_back({3 + i, 3 + (i + 1) % 500, i % 2 ? 1.0 : 0.0, 1000 + i});
  const Ratings alone = fit_ratings(3, own, plain()), among = fit_ratings(503, games, plain());
  for (int i = 0; i < 3; ++i) {
    check_near(among.players[i].elo, alone.players[i].elo, 1e-4);
    check_near(among.players[i].error_low, alone.players[i].error_low, 0.1 * alone.players[i].error_low);
  }
}

BOOST_AUTO_TEST_SUITE_END()
