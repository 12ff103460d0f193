// What a model of strengths is to those who fit it and draw intervals from it: the likelihood of all results,
// the prior's ties included, by the parameters. The first parameters are the players' strengths; what the
// seats are worth comes after them. All are in logits (natural units): a difference of 1 is e to 1.
//
// Adding one number to all strengths of a pool changes no likelihood. So the information is singular: it is
// solved for what adds up to 0 over each pool's players, and the solution is known up to a number a pool.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "tournaments/ratings/elo_scale.h"

namespace toptile {

using Logits = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

// Matrices of players² are filled and inverted for no more players than that. With more of them, only those
// who met are looked at.
inline constexpr int kMostDense = 300;

// Two seats of a game. A seat's strength is its player's and, where that is fitted, what the seat is worth.
struct SeatPair {
  int one = 0, other = 0;              // Players.
  int one_term = -1, other_term = -1;  // The parameters of what the seats are worth; -1: there is none.

  bool operator==(const SeatPair&) const = default;
  // What the first is above the second.
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

  virtual double log_likelihood(const Logits& at) const = 0;
  virtual Logits gradient(const Logits& at) const = 0;

  // Minus the second derivative is a sum over pairs of seats: weight · (difference of their strengths)². The
  // same pair may come more than once. No weight is negative.
  virtual int pairs() const = 0;
  virtual SeatPair pair(int number) const = 0;
  virtual std::vector<double> weights(const Logits& at) const = 0;

  // The same sum as a matrix.
  Matrix information(const Logits& at) const;
};

}  // namespace toptile
