// A model in which the distances between the fixed anchors of a pool are given. These anchors form one body,
// which its first player represents: that player's parameter determines the strengths of all of them, and
// nothing depends on the parameters of the others. Fits and intervals then keep the distances without special
// cases.
#pragma once

#include <vector>

#include "ratings/fit/rating_model.h"

namespace toptile {

class AnchoredModel : public RatingModel {
 public:
  // `results` is the model of all results with a parameter for each player, and must outlive this object.
  // `body_of` gives the first player of each player's body, in the same pool. `strengths` are the given
  // strengths in logits, by player; only differences within bodies count.
  AnchoredModel(const RatingModel& results, std::vector<int> body_of, const Logits& strengths);

  // A start for a search: the mean of each body's players is 0, and so is every other player.
  Logits start() const;

  int body_of(int player) const override { return body_of_[player]; }
  Logits with_bodies(Logits at) const override;
  // A player of a body that does not represent it is alone in a pool.
  const std::vector<int>& pool_of() const override { return pool_of_; }
  int seat_terms() const override { return results_.seat_terms(); }
  double log_likelihood(const Logits& at) const override { return results_.log_likelihood(with_bodies(at)); }
  Logits gradient(const Logits& at) const override;
  int pairs() const override { return results_.pairs(); }
  // Both players are the same if two anchors of a body met.
  SeatPair pair(int number) const override;
  std::vector<double> weights(const Logits& at) const override { return results_.weights(with_bodies(at)); }

 private:
  const RatingModel& results_;
  std::vector<int> body_of_, pool_of_;
  Logits above_body_;  // How far each player is above the one that represents its body.
};

}  // namespace toptile
