// A model of strengths, as fits and intervals see it: the likelihood of all results, including the prior's
// ties, as a function of the parameters. The first parameters are the players' strengths, followed by the
// worths of the seats. All are in logits (natural units): a difference of 1 means odds of e to 1.
//
// Adding a constant to all strengths of a pool does not change the likelihood, so the information is
// singular. Systems with it are solved for right-hand sides that add up to 0 over each pool's players, and
// the solution is determined up to a constant for each pool.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "ratings/fit/elo_scale.h"
#include "ratings/results/ranked_game.h"

namespace toptile {

using Logits = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

// The maximum number of players for which dense matrices of players² are built and inverted. For more
// players, only pairs who met have entries.
inline constexpr int kMaxDense = 300;

// Two seats of a game. The strength of a seat is that of its player plus, if it is fitted, the worth of the
// seat.
struct SeatPair {
  int one = 0, other = 0;              // The players on the two seats.
  int one_term = -1, other_term = -1;  // The parameters of the seats' worths; -1 if not fitted.

  bool operator==(const SeatPair&) const = default;
  // How far the first seat is above the second.
  double difference(const Logits& at) const {
    double result = at[one] - at[other];
    if (one_term >= 0) result += at[one_term];
    if (other_term >= 0) result -= at[other_term];
    return result;
  }
};

class RatingModel {
 public:
  RatingModel() = default;
  RatingModel(const RatingModel&) = delete;
  RatingModel& operator=(const RatingModel&) = delete;
  virtual ~RatingModel() = default;

  int players() const { return static_cast<int>(pool_of().size()); }
  int parameters() const { return players() + seat_terms(); }
  // The pool of each player; pools are numbered from 0, and none is empty.
  virtual const std::vector<int>& pool_of() const = 0;
  int pools() const;
  virtual int seat_terms() const = 0;

  // The player whose parameter determines this player's strength: the player itself, unless its distance to
  // another player is given (anchored_model.h).
  virtual int body_of(int player) const { return player; }
  // The parameters with the strengths of all players filled in.
  virtual Logits with_bodies(Logits at) const { return at; }

  virtual double log_likelihood(const Logits& at) const = 0;
  virtual Logits gradient(const Logits& at) const = 0;

  // Minus the second derivative is a sum over pairs of seats: weight · (difference of their strengths)². The
  // same pair may occur more than once. No weight is negative.
  virtual int pairs() const = 0;
  virtual SeatPair pair(int number) const = 0;
  virtual std::vector<double> weights(const Logits& at) const = 0;

  // The same sum as a matrix.
  Matrix information(const Logits& at) const;
};

// The prior: on average, a player has `ties` virtual ties against others, spread evenly over its own games. A
// tie in a game of three or four is one against each of the others, and counts as two or three. If it counted
// as one, it would draw the players of such games closer together than those of games of two.
class PriorTies {
 public:
  // `games` has each player's number of games.
  PriorTies(std::span<const int> games, double ties);

  // The number of virtual games added to this game, in which all its players have the same rank.
  double of(const RankedGame& game) const;

 private:
  std::vector<double> a_game_;  // Each player's ties for one of its games.
};

}  // namespace toptile
