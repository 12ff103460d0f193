// The Plackett-Luce model for games of two to four, by their ranks. Each player's chance of the first rank is
// proportional to exp(strength). So is the chance of the second rank among the others, and so on (R. D. Luce,
// "Individual choice behavior", 1959; R. L. Plackett, "The analysis of permutations", Applied Statistics 24,
// 1975). With two players this is the Bradley-Terry model.
//
// If players share a rank, the log-likelihood is its mean over all orders of these players, just as a tie of
// two is half a win and half a loss (docs/decisions/0019-ratings.md).
//
// A player has the same rating on every seat. The worth of moving first, second, … compared with moving last
// has terms of its own for each number of players.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "ratings/fit/rating_model.h"
#include "ratings/results/ranked_game.h"

namespace toptile {

using Strengths = std::array<double, kMaxPlayers>;  // The strengths by seat, in logits.

class RankedModel : public RatingModel {
 public:
  // `prior_ties` must be above 0, which keeps all ratings finite (PriorTies in rating_model.h).
  RankedModel(int players, const GameSpan& games, double prior_ties, bool has_seats);

  // Players whom games connect are in one pool.
  const std::vector<int>& pool_of() const override { return pool_of_; }
  int seat_terms() const override { return seat_terms_; }
  double log_likelihood(const Logits& at) const override;
  Logits gradient(const Logits& at) const override;
  int pairs() const override { return static_cast<int>(pairs_.size()); }
  SeatPair pair(int number) const override { return pairs_[number]; }
  std::vector<double> weights(const Logits& at) const override;

  // The parameter of a seat's worth; -1 if there is none.
  int seat_term(int seats, int seat) const {
    return first_term_[seats] < 0 || seat + 1 >= seats ? -1 : first_term_[seats] + seat;
  }
  // The parameters that make up a seat's strength: the player and, if there is one, the seat.
  std::array<int, 2> terms(const RankedGame& game, int seat) const {
    return {game.players[seat], seat_term(game.seats, seat)};
  }
  // The contribution of one game to the gradient, by seat.
  Strengths score_of(const RankedGame& game, const Logits& at) const;

 private:
  // Games of the same players on the same seats with the same ranks.
  struct Kind {
    RankedGame game;
    double times = 0;
  };

  void add_seats(const std::array<bool, kMaxPlayers + 1>& has_size);
  Strengths strengths(const RankedGame& game, const Logits& at) const;

  int seat_terms_ = 0;
  std::vector<Kind> kinds_;      // The kinds of games, followed by the prior's ties.
  std::vector<SeatPair> pairs_;  // The pairs of each kind, one kind after the other.
  std::vector<int> pool_of_;
  std::array<int, kMaxPlayers + 1> first_term_{-1, -1, -1, -1, -1};
};

}  // namespace toptile
