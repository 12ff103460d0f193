// Finds the parameters at which results are most likely, with or without a fixed contrast.
#pragma once

#include <memory>

#include "ratings/fit/rating_model.h"

namespace toptile {

// The information, scaled and factorised. A multiple of 11ᵀ is added for each pool. This makes the matrix
// definite if the model is identified, and changes no solution with mean 0.
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
  Logits at;  // The mean in each pool is 0 if that of the start was.
  double log_likelihood = 0;
};

// Finds the maximum by Newton's method from `start`. Each step is halved until the likelihood no longer
// falls. The maximum must be finite and unique.
Maximum maximum(const RatingModel& model, Logits start);

// The maximum over all parameters with the same value of contrast · parameters as `start`. The contrast must
// add up to 0 in each pool.
struct ConstrainedMaximum {
  Logits at;
  double log_likelihood = 0;
  double slope = 0;  // The derivative of this maximum with respect to the contrast's value.
  Logits tangent;    // The derivative of `at` with respect to the contrast's value.
};
ConstrainedMaximum constrained_maximum(const RatingModel& model, Logits start, const Logits& contrast);

}  // namespace toptile
