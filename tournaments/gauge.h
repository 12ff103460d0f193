// Games tell differences of strengths only. A gauge says what the differences are measured from in each pool:
// its mean, or the one player whose rating is given.
#pragma once

#include <optional>
#include <vector>

#include "tournaments/bradley_terry.h"
#include "tournaments/ratings.h"
#include "tournaments/symmetric_matrix.h"

namespace toptile {

class Gauge {
 public:
  // The model must outlive it.
  Gauge(const BradleyTerry& model, const std::optional<RatingAnchor>& anchor);

  int pools() const { return static_cast<int>(elo_of_zero_.size()); }
  bool is_fixed(int player) const { return weight_[player] == 1; }

  // The players' ratings in Elo.
  std::vector<double> elo(const Logits& at) const;
  // The covariance of the parameters in this gauge, from that in any; logits².
  SymmetricMatrix covariance(const SymmetricMatrix& of) const;
  // contrast · parameters is the parameter in this gauge, up to a constant.
  Logits contrast(int parameter) const;

 private:
  // The weighted mean of each pool.
  Logits zeros(const Logits& at) const;
  Logits without_zeros(Logits at) const;

  const BradleyTerry& model_;
  Logits weight_;                    // Of each player in the zero of its pool; they add up to 1 in each.
  std::vector<double> elo_of_zero_;  // Of each pool.
};

}  // namespace toptile
