// A model in which the distances between some players are given: those of the anchors of a pool whose ratings
// are held. They are one body, whose first player stands for all of them: its parameter decides their
// strengths, and nothing depends on the parameters of the others. Fits and intervals then hold the distances
// without knowing of them.
#pragma once

#include <vector>

#include "ratings/fit/rating_model.h"

namespace toptile {

class AnchoredModel : public RatingModel {
 public:
  // `results` is the model of all results with a parameter for each player, and must outlive this object.
  // `body_of` gives the first player of each player's body, in the same pool. `strengths` are the given ones
  // in logits, by player; only differences within bodies count.
  AnchoredModel(const RatingModel& results, std::vector<int> body_of, const Logits& strengths);

  // Where a search may start: the mean of each body's players is 0, as is everyone else.
  Logits start() const;

  int body_of(int player) const override { return body_of_[player]; }
  Logits with_bodies(Logits at) const override;
  // A player of a body that does not stand for it is alone in a pool.
  const std::vector<int>& pool_of() const override { return pool_of_; }
  int seat_terms() const override { return results_.seat_terms(); }
  double log_likelihood(const Logits& at) const override { return results_.log_likelihood(with_bodies(at)); }
  Logits gradient(const Logits& at) const override;
  int pairs() const override { return results_.pairs(); }
  // Both players are the same one if two anchors met.
  SeatPair pair(int number) const override;
  std::vector<double> weights(const Logits& at) const override { return results_.weights(with_bodies(at)); }

 private:
  const RatingModel& results_;
  std::vector<int> body_of_, pool_of_;
  Logits above_body_;  // How far each player is above the one that stands for its body.
};

}  // namespace toptile
