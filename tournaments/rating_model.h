// What a model of strengths is to those who fit it and draw intervals from it: the likelihood of all results,
// the prior's ties included, by the parameters. The first parameters are the players' strengths; what the
// seats are worth comes after them. All are in logits (natural units): a difference of 1 is e to 1.
//
// Adding one number to all strengths of a pool changes no likelihood. So the information is singular, and
// whoever solves for a step adds a multiple of 11ᵀ a pool, which makes it definite where the model is
// identified and changes no solution of mean 0.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "tournaments/elo_scale.h"

namespace toptile {

using Logits = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

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
  virtual int seat_terms() const = 0;

  virtual double log_likelihood(const Logits& at) const = 0;
  virtual Logits gradient(const Logits& at) const = 0;
  // Minus the second derivative.
  virtual Matrix information(const Logits& at) const = 0;
  // The part of it that the prior's ties have.
  virtual Matrix prior_information(const Logits& at) const = 0;
};

// The information with 11ᵀ added, scaled and factorised.
class Normal {
 public:
  Normal(const RatingModel& model, Matrix information);
  ~Normal();
  Normal(Normal&&) noexcept;
  Normal& operator=(Normal&&) noexcept;

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
