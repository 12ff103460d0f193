// The parameters at which results are most likely, with and without a contrast that is held fast.
#pragma once

#include <memory>

#include "tournaments/ratings/rating_model.h"

namespace toptile {

// The information with a multiple of 11ᵀ a pool added, which makes it definite where the model is identified
// and changes no solution of mean 0; scaled and factorised.
class Normal {
 public:
  Normal(const RatingModel& model, Matrix information);
  ~Normal();

  Logits solve(const Logits& right) const;
  Matrix inverse() const;

 private:
  struct Factor;
  std::unique_ptr<Factor> factor_;
};

struct Maximum {
  Logits at;  // Its mean in each pool is 0, if that of the start was.
  double log_likelihood = 0;
};

// The maximum, by Newton's method from `start`, each step halved until the likelihood does not fall. There
// must be a finite and unique one.
Maximum maximum(const RatingModel& model, Logits start);

// The maximum over all parameters with the same contrast · parameters as `start`. The contrast adds up to 0
// in each pool.
struct ConstrainedMaximum {
  Logits at;
  double log_likelihood = 0;
  double slope = 0;  // How this maximum changes along the contrast's value.
  Logits tangent;    // How `at` does.
};
ConstrainedMaximum constrained_maximum(const RatingModel& model, Logits start, const Logits& contrast);

}  // namespace toptile
