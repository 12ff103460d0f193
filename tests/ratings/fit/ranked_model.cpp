#include "ratings/fit/ranked_model.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <vector>

#include "ratings/fit/bradley_terry.h"
#include "ratings/fit/ratings.h"
#include "tests/ratings/simulated_games.h"

BOOST_AUTO_TEST_SUITE(ranked_model)

namespace {

using namespace toptile;
using namespace toptile::simulated;

void check_near(double value, double right, double tolerance) {
  BOOST_TEST(std::abs(value - right) <= tolerance, value << " should be " << right);
}

RatingOptions with_prior(double ties, SeatTerm seats = SeatTerm::estimated) {
  RatingOptions options;
  options.prior_ties = ties;
  options.first_seat = seats;
  return options;
}

}  // namespace

// For games of two, both models have the same likelihood, with all its derivatives.
BOOST_AUTO_TEST_CASE(of_games_of_two_it_is_the_model_of_bradley_and_terry) {
  Chance chance(3);
  const Games games = clustered_round_robin({-120, -20, 40, 100}, 30, 12, 0.6, chance);
  std::vector<RankedGame> all;
  std::vector<Cell> cells;
  for (const ScoredGame& game : games) {
    all.push_back(ranked(game));
    cells.push_back({game.first, game.second, 1, game.score, 3.0 / 72});
  }
  const RankedModel model(4, GameSpan(all), 3, true);
  const BradleyTerry right(cells, {0, 0, 0, 0}, true);
  BOOST_TEST(model.pools() == 1);
  BOOST_TEST(model.seat_term(2, 0) == 4);
  for (const double scale : {0.0, 0.3, 2.0}) {
    Logits at(5);
    at << 0.5 * scale, -0.2 * scale, 0.9 * scale, -1.2 * scale, 0.4 * scale;
    check_near(model.log_likelihood(at), right.log_likelihood(at), 1e-9);
    check_near((model.gradient(at) - right.gradient(at)).norm(), 0, 1e-9);
    check_near((model.information(at) - right.information(at)).norm(), 0, 1e-9);
  }
}

// Small steps show that the derivatives are those of the likelihood.
BOOST_AUTO_TEST_CASE(the_derivatives_are_those_of_the_likelihood) {
  const std::vector<RankedGame> games = {{4, {0, 1, 2, 3}, {2, 1, 4, 3}, 0},
                                         {4, {3, 1, 0, 2}, {1, 1, 3, 3}, 1},
                                         {3, {2, 0, 4}, {7, 5, 5}, 2},
                                         {3, {4, 3, 1}, {1, 2, 3}, 3},
                                         {2, {0, 4}, {1, 2}, 4}};
  const RankedModel model(5, GameSpan(games), 2, true);
  BOOST_TEST(model.seat_terms() == 1 + 2 + 3);
  Logits at(model.parameters());
  for (int i = 0; i < at.size(); ++i) at[i] = std::sin(3.0 * i);
  const Logits slope = model.gradient(at);
  const Matrix information = model.information(at);
  const double step = 1e-5;
  for (int i = 0; i < at.size(); ++i) {
    Logits up = at, down = at;
    up[i] += step;
    down[i] -= step;
    check_near(slope[i], (model.log_likelihood(up) - model.log_likelihood(down)) / (2 * step), 1e-6);
    const Logits change = (model.gradient(up) - model.gradient(down)) / (2 * step);
    check_near((information.col(i) + change).norm(), 0, 1e-6);
  }
}

BOOST_AUTO_TEST_CASE(who_comes_first_so_often_is_so_much_stronger) {
  // Against two players of equal strength, player 0 comes first in 60 games of 100 and second in the others.
  std::vector<RankedGame> games;
  for (int k = 0; k < 60; ++k) games.push_back({3, {0, 1, 2}, {1, 2, 2}, k});
  for (int k = 60; k < 80; ++k) games.push_back({3, {0, 1, 2}, {2, 1, 3}, k});
  for (int k = 80; k < 100; ++k) games.push_back({3, {0, 1, 2}, {2, 3, 1}, k});
  const Ratings ratings = fit_ratings(3, games, with_prior(1e-6, SeatTerm::zero));
  check_near(ratings.players[1].elo, ratings.players[2].elo, 1e-6);
  // With odds of x to 1, the expected number equals the real one: 60 times first of three, and 40 times first
  // of the last two.
  const double x = std::pow(10, (ratings.players[0].elo - ratings.players[1].elo) / 400);
  check_near(100 * x / (x + 2) + 40 * x / (x + 1), 100, 1e-4);
}

BOOST_AUTO_TEST_CASE(shared_ranks_pull_together_and_all_the_same_is_no_difference) {
  std::vector<RankedGame> games;
  for (int k = 0; k < 12; ++k) games.push_back({4, {0, 1, 2, 3}, {1, 1, 1, 1}, k});
  const Ratings equal = fit_ratings(4, games, with_prior(1, SeatTerm::zero));
  for (const PlayerRating& player : equal.players) check_near(player.elo, 0, 1e-9);
  for (int k = 0; k < 12; ++k) games.push_back({4, {0, 1, 2, 3}, {1, 1, 3, 3}, 100 + k});
  const Ratings halves = fit_ratings(4, games, with_prior(1, SeatTerm::zero));
  check_near(halves.players[0].elo, halves.players[1].elo, 1e-6);
  BOOST_TEST(halves.players[1].elo > halves.players[2].elo + 50);
  BOOST_TEST(halves.players[0].error_high > 0);
}

BOOST_AUTO_TEST_CASE(always_on_the_same_seats_strengths_explain_all) {
  std::vector<RankedGame> games;
  for (int k = 0; k < 20; ++k)
    games.push_back({3, {0, 1, 2}, {1 + k % 3, 1 + (k + 1) % 3, 1 + (k + 2) % 3}, k});
  const Ratings ratings = fit_ratings(5, games, {});
  BOOST_TEST((ratings.seat_fit == SeatFit::unidentified));
  BOOST_TEST(ratings.seat_elo.empty());
  BOOST_TEST(ratings.pools == 3);
  BOOST_TEST(ratings.players[4].error_high == 0);
}

BOOST_AUTO_TEST_SUITE_END()
