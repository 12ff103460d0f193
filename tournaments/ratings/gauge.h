// Games tell differences of strengths only. A gauge says what the differences are measured from in each pool:
// the mean of some of its players, or the one player whose rating is given.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tournaments/ratings/rating_model.h"
#include "tournaments/ratings/ratings.h"

namespace toptile {

class Gauge {
 public:
  // The zero of each pool is the mean of its largest group: a group that hangs on few results is not to carry
  // its luck to all others. Among groups of the same size it is the one with the most information. Where none
  // has two players it is the mean of the whole pool. The options' own zero or anchor goes before that.
  Gauge(const RatingModel& model, std::span<const int> group_of, std::span<const double> information,
        const RatingOptions& options);

  // Whether it is the zero itself, alone.
  bool is_fixed(int player) const { return weight_[player] == 1; }
  bool is_in_zero(int player) const { return weight_[player] > 0; }
  // How much each player is of the zero of its pool; they add up to 1 in each.
  const Logits& weights() const { return weight_; }

  // The players' ratings in Elo.
  std::vector<double> elo(const Logits& at) const;
  // contrast · parameters is the player's rating, or the seat's worth, up to a constant.
  Logits contrast(int parameter) const;

 private:
  // Each pool with any of them gets these players as its zero.
  void set_zero(std::span<const int> players);

  int parameters_ = 0;
  std::vector<int> pool_of_;
  Logits weight_;
  std::vector<double> elo_of_zero_;  // Of each pool.
};

}  // namespace toptile
