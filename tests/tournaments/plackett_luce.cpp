#include "tournaments/plackett_luce.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numeric>

#include "tests/tournaments/simulated_games.h"

namespace {

using namespace toptile;
using namespace toptile::simulated;

void check_near(double value, double right, double tolerance) {
  BOOST_TEST(std::abs(value - right) <= tolerance, value << " should be " << right);
}

// The order of arrival of waiting times with the rates exp(strength) is that of the model. `luck` is one of
// uniform numbers a seat.
RankedGame race(std::vector<int> players, const std::vector<double>& elo, const std::vector<double>& luck,
                int cluster) {
  RankedGame game;
  game.seats = static_cast<int>(players.size());
  game.cluster = cluster;
  std::vector<double> time;
  for (std::size_t seat = 0; seat < players.size(); ++seat) {
    game.players[seat] = players[seat];
    time.push_back(-std::log(1 - luck[seat]) *
                   std::pow(10, -elo[static_cast<std::size_t>(players[seat])] / 400));
  }
  for (std::size_t seat = 0; seat < players.size(); ++seat)
    game.ranks[seat] =
        1 + static_cast<int>(std::ranges::count_if(time, [&](double t) { return t < time[seat]; }));
  return game;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(plackett_luce)

BOOST_AUTO_TEST_CASE(games_of_two_are_rated_as_by_bradley_and_terry) {
  Chance chance(3);
  const Games games = clustered_round_robin({-120, -20, 40, 100}, 30, 12, 0.6, chance);
  std::vector<RankedGame> ranked;
  for (const ScoredGame& game : games)
    ranked.push_back(
        {2, {game.first, game.second}, {game.score == 0 ? 2 : 1, game.score == 1 ? 2 : 1}, game.cluster});
  for (const double ties : {1.0, 5.0}) {
    RatingOptions options;
    options.prior_ties = ties;
    const Ratings right = fit_ratings(4, games, options);
    const RankedRatings ratings = fit_ranked_ratings(4, ranked, {ties, SeatTerm::estimated});
    for (int i = 0; i < 4; ++i) {
      check_near(ratings.players[i].elo, right.players[i].elo, 1e-6);
      check_near(ratings.players[i].error, right.players[i].error_high, 1e-5);
      BOOST_TEST(ratings.players[i].clusters == right.players[i].clusters);
      for (int j = 0; j < 4; ++j) check_near(ratings.covariance(i, j), right.covariance(i, j), 1e-4);
    }
    check_near(ratings.seat_elo[2][0], right.first_seat.elo, 1e-6);
  }
}

BOOST_AUTO_TEST_CASE(who_comes_first_so_often_is_so_much_stronger) {
  // Against two of equal strength player 0 has 60 first places of 100 and all other second ones.
  std::vector<RankedGame> games;
  for (int k = 0; k < 60; ++k) games.push_back({3, {0, 1, 2}, {1, 2, 2}, k});
  for (int k = 60; k < 80; ++k) games.push_back({3, {0, 1, 2}, {2, 1, 3}, k});
  for (int k = 80; k < 100; ++k) games.push_back({3, {0, 1, 2}, {2, 3, 1}, k});
  const RankedRatings ratings = fit_ranked_ratings(3, games, {1e-6, SeatTerm::zero});
  check_near(ratings.players[1].elo, ratings.players[2].elo, 1e-6);
  // With odds of x to 1, what is expected is what happened: 60 times first of three, 40 times first of the
  // other two.
  const double x = std::pow(10, (ratings.players[0].elo - ratings.players[1].elo) / 400);
  check_near(100 * x / (x + 2) + 40 * x / (x + 1), 100, 1e-4);
}

BOOST_AUTO_TEST_CASE(shared_ranks_pull_together_and_all_the_same_is_no_difference) {
  std::vector<RankedGame> games;
  for (int k = 0; k < 12; ++k) games.push_back({4, {0, 1, 2, 3}, {1, 1, 1, 1}, k});
  const RankedRatings equal = fit_ranked_ratings(4, games, {1, SeatTerm::zero});
  for (const RankedRating& player : equal.players) check_near(player.elo, 0, 1e-9);
  for (int k = 0; k < 12; ++k) games.push_back({4, {0, 1, 2, 3}, {1, 1, 3, 3}, 100 + k});
  const RankedRatings halves = fit_ranked_ratings(4, games, {1, SeatTerm::zero});
  check_near(halves.players[0].elo, halves.players[1].elo, 1e-6);
  BOOST_TEST(halves.players[1].elo > halves.players[2].elo + 50);
  BOOST_TEST(halves.players[0].error > 0);
}

BOOST_AUTO_TEST_CASE(always_on_the_same_seats_strengths_explain_all) {
  std::vector<RankedGame> games;
  for (int k = 0; k < 20; ++k)
    games.push_back({3, {0, 1, 2}, {1 + k % 3, 1 + (k + 1) % 3, 1 + (k + 2) % 3}, k});
  const RankedRatings ratings = fit_ranked_ratings(5, games, {});
  BOOST_TEST(ratings.are_seats_unidentified);
  BOOST_TEST(ratings.seat_elo[3][0] == 0);
  BOOST_TEST(ratings.pools == 3);
  BOOST_TEST(ratings.players[4].error == 0);
}

BOOST_AUTO_TEST_CASE(no_games_and_no_players_are_fine) {
  BOOST_TEST(fit_ranked_ratings(0, {}, {}).players.empty());
  BOOST_TEST(fit_ranked_ratings(2, {}, {}).players[1].elo == 0);
}

// Of 4800 intervals the share has a deviation of 0.3 %.
BOOST_AUTO_TEST_CASE(intervals_of_three_and_four_cover_the_truth) {
  const std::vector<double> truth{-150, -100, -50, 0, 0, 50, 100, 150};
  for (const int seats : {3, 4}) {
    Chance chance(99);
    int covered = 0, all = 0;
    for (int repetition = 0; repetition < 600; ++repetition) {
      std::vector<RankedGame> games;
      for (int k = 0; k < 100; ++k) {
        std::vector<int> players(truth.size());
        std::iota(players.begin(), players.end(), 0);
        for (std::size_t i = players.size(); i > 1; --i)
          std::swap(players[i - 1], players[static_cast<std::size_t>(chance.below(static_cast<int>(i)))]);
        players.resize(static_cast<std::size_t>(seats));
        std::vector<double> luck;
        for (int i = 0; i < seats; ++i) luck.push_back(chance.uniform());
        games.push_back(race(players, truth, luck, k));
        std::ranges::rotate(players, players.begin() + 1);  // The same luck to the seats, others on them.
        games.push_back(race(players, truth, luck, k));
      }
      const RankedRatings ratings = fit_ranked_ratings(8, games, {});
      for (std::size_t i = 0; i < truth.size(); ++i) {
        covered += std::abs(ratings.players[i].elo - truth[i]) <= ratings.players[i].error;
        ++all;
      }
    }
    const double share = double(covered) / all;
    BOOST_TEST_MESSAGE(seats << " players: " << share);
    BOOST_TEST(share > 0.94);
    BOOST_TEST(share < 0.96);
  }
}

BOOST_AUTO_TEST_SUITE_END()
