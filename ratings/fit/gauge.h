// Games determine only differences of strengths. A gauge sets the zero from which they are measured in each
// pool: the mean of some of its players. If ratings of players are given, their mean is the zero's rating.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "ratings/fit/rating_model.h"
#include "ratings/fit/ratings.h"

namespace toptile {

class Gauge {
 public:
  // The zero of each pool is the mean of its largest group, so that a group that depends on few results does
  // not carry its luck to all others. Among groups of the same size, the one with the most information
  // counts. If no group has two players, the largest part (PointFlow) with two counts, and if there is none,
  // the whole pool. A zero in the options takes precedence over this, and anchors over both. Of the players
  // of the former only the largest part counts, if it has two or more: a mean with a player that lost all its
  // games would be as uncertain as that player.
  Gauge(const RatingModel& model, std::span<const int> group_of, std::span<const int> part_of,
        std::span<const double> information, const RatingOptions& options);

  // Whether this player alone is the zero.
  bool is_fixed(int player) const { return weight_[player] == 1; }
  bool is_in_zero(int player) const { return weight_[player] > 0; }
  // The weight of each player in the zero of its pool. The weights add up to 1 in each pool.
  const Logits& weights() const { return weight_; }

  // The rating of the zero of the player's pool, in Elo.
  double elo_of_zero(int player) const { return elo_of_zero_[pool_of_[player]]; }
  // The players' ratings in Elo.
  std::vector<double> elo(const Logits& at) const;
  // contrast · parameters is the player's rating, or the seat's worth, up to a constant.
  Logits contrast(int parameter) const;

 private:
  // Those of the players that are in the largest set of their pool. Each has the number of its set. All
  // players of a pool in which no set has two of them.
  std::vector<int> largest(std::span<const int> players, std::span<const int> set_of,
                           std::span<const double> information) const;
  // In each pool with any of `players`, the zero becomes the mean of those.
  void set_zero(std::span<const int> players);

  int parameters_ = 0;
  std::vector<int> pool_of_;
  Logits weight_;
  std::vector<double> elo_of_zero_;  // The rating of each pool's zero.
};

}  // namespace toptile
