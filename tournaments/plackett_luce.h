// Ratings from games of two to four by their ranks: the model of Plackett and Luce, in which the first place
// goes to each player in proportion to exp(strength), the second likewise among the others, and so on
// (R. D. Luce, "Individual choice behavior", 1959; R. L. Plackett, "The analysis of permutations", Applied
// Statistics 24, 1975). With two players that is Bradley and Terry's.
//
// Equal ranks: the likelihood's logarithm is the mean of its logarithm over all orders of those who share a
// rank, as a tie of two is half a win and half a loss (docs/decisions/0019-ties.md).
//
// A rating fits every seat: moving first, second, … is worth something against moving last, a term for each
// number of players.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "tournaments/ranked_game.h"
#include "tournaments/ratings.h"
#include "tournaments/symmetric_matrix.h"

namespace toptile {

struct RankedOptions {
  // Virtual games in which all have the same rank, so many a player, an average over the players, among the
  // player's own games. More than 0: it keeps all ratings finite.
  double prior_ties = 1;
  SeatTerm seats = SeatTerm::estimated;
  std::optional<RatingAnchor> anchor = {};  // As in RatingOptions.
};

struct RankedRating {
  double elo = 0;  // 400 Elo are ten times as likely to come first.
  // The 95 % interval is elo ± error, from the spread between clusters by Student's t. With fewer than ten
  // clusters, or without spread, no less than the model says, games taken as independent. 0 without games,
  // and of the anchor.
  double error = 0;
  int games = 0;
  int clusters = 0;
  int pool = 0;  // Those whom games connect. Ratings compare within a pool, whose mean is 0.
};

struct RankedRatings {
  std::vector<RankedRating> players;
  int pools = 0;
  // What a seat is worth against the last one, in Elo, by the number of players and the seat; 0 of the last.
  std::array<std::array<double, kMostPlayers>, kMostPlayers + 1> seat_elo{};
  // Strengths explain the order of play as well, so that all of seat_elo is taken as 0.
  bool are_seats_unidentified = false;
  // Of the players' elo, in Elo²; of two in different pools it means nothing. The first from the spread
  // between clusters; the second from the model, games taken as independent.
  SymmetricMatrix covariance;
  SymmetricMatrix model_covariance;
};

// Indices and options in range are the caller's promise. Time is that of players³ and, for equal ranks, games
// times orders (24 at most); memory is that of players².
RankedRatings fit_ranked_ratings(int players, std::span<const RankedGame> games,
                                 const RankedOptions& options);

}  // namespace toptile
