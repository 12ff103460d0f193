// Ratings in Elo with error bars from the results of games between two: a pure function of the results. The
// model, the formulas and their sources are in docs/ratings.md.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tournaments/symmetric_matrix.h"

namespace toptile {

struct ScoredGame {
  int first = 0;     // The player in seat 0, who moved first: 0 … players-1.
  int second = 0;    // The other player.
  double score = 0;  // Of the first: 1, 0.5 or 0.
  // Games that share chance, as the two of a pair share a seed, have one number. Any numbers will do.
  int cluster = 0;
};

// A player whose rating is given, to whom the others of the pool are measured.
struct RatingAnchor {
  int player = 0;
  double elo = 0;
};

enum class SeatTerm { estimated, zero };

struct RatingOptions {
  // The prior: this many virtual ties a player, an average over the players, in the cells (who met whom in
  // which seat) of the player's own games. 0: none, the plain maximum of the likelihood.
  double prior_ties = 1;
  SeatTerm first_seat = SeatTerm::estimated;
  std::optional<RatingAnchor> anchor;  // Without one, and in every pool it is not in, the mean is 0.
};

// How an interval was found.
enum class Interval {
  // Symmetric, from the spread between clusters: sound however the games of a cluster depend on each other.
  sandwich,
  // From the likelihood, games taken as independent: for fewer than ten clusters, nothing but wins or nothing
  // but losses, or no spread between the clusters. Symmetric, by its curvature, where games are ranked.
  profile,
  // Nothing to measure: the anchor, a player alone in a pool, a term not estimated. The errors are 0.
  none
};

// The 95 % interval is elo - error_low … elo + error_high.
struct RatingEstimate {
  double elo = 0;
  double error_low = 0, error_high = 0;  // Elo, finite, not negative.
  Interval interval = Interval::none;
};

struct PlayerRating : RatingEstimate {
  double points = 0;
  int games = 0;
  int clusters = 0;  // Of games within the pool.
  // Ratings compare within a pool only. With a prior a pool is whoever games connect; without one points must
  // also flow both ways, or else the likelihood would set the pools infinitely far apart. The largest pool is
  // 0; among equals the one with the lowest player comes first.
  int pool = 0;
  // Without a prior: alone in the pool for all its games, as a player who won them all or lost them all. No
  // finite rating fits best; `elo` is that of a pool of one, and the others are rated as if those games had
  // not been.
  bool unbounded = false;
};

// What became of the first seat's advantage.
enum class SeatFit {
  estimated,
  zero,          // By the options.
  unidentified,  // 0: strengths explain the order of play as well, as when one player always moved first.
  unbounded      // 0: without a prior, no finite advantage fits best.
};

struct Ratings {
  std::vector<PlayerRating> players;
  int pools = 0;

  RatingEstimate first_seat;  // Elo that moving first is worth, of games of two.
  SeatFit seat_fit = SeatFit::zero;
  // Of games of three and four: what each seat but the last is worth against the last, in Elo, where that is
  // estimated.
  std::vector<double> seat_elo;

  int clusters = 0;       // Within pools.
  int one_way_games = 0;  // Between pools: they say who is above whom and nothing of how far.

  // Of the players' elo, in Elo²; of two in different pools it means nothing. The first from the spread
  // between clusters; the second from the model, games taken as independent.
  SymmetricMatrix covariance;
  SymmetricMatrix model_covariance;
};

// Indices, scores and options in range are the caller's promise. Time is that of players³ and games; memory
// of players².
Ratings fit_ratings(int players, std::span<const ScoredGame> games, const RatingOptions& options);

// The chance, 0 … 1, that i is the stronger: ½ erfc(-(elo_i - elo_j) / √(2 s²)), s² the variance of the
// difference. With a profile interval, s is recovered from the sides of the two intervals that face each
// other. Not a number where the two are in different pools.
double likelihood_of_superiority(const Ratings& ratings, int i, int j);

}  // namespace toptile
