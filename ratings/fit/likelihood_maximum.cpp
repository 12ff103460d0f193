#include "ratings/fit/likelihood_maximum.h"

#include <Eigen/Cholesky>
#include <cmath>
#include <optional>
#include <utility>

#include "ratings/fit/sparse_information.h"

namespace toptile {
namespace {

constexpr int kMaxNewtonSteps = 200;
// The search ends with a step of this size in logits, or with this rise of the log-likelihood. The next step
// of Newton's method would be about the square of it, which is rounding.
constexpr double kSmallStep = 1e-8;
constexpr double kSmallRise = 1e-10;
// The part of the expected rise that a step must reach.
constexpr double kArmijo = 1e-4;
// The relative rounding of a likelihood that is the sum of many results.
constexpr double kRoundedLikelihood = 1e-12;
// This is added to a diagonal of ones if rounding has destroyed a pivot; ten times as much with each try.
constexpr double kFirstRidge = 1e-15;

// Adds a multiple of 11ᵀ for each pool, with the pool's mean diagonal entry as the eigenvalue. This is of the
// size of the other eigenvalues, so that no accuracy is lost.
void add_gauge(const RatingModel& model, Matrix& information) {
  const std::vector<int>& pool_of = model.pool_of();
  const int players = model.players();
  std::vector<double> weight(pool_of.size()), size(pool_of.size());
  for (int i = 0; i < players; ++i) {
    weight[pool_of[i]] += information(i, i);
    size[pool_of[i]] += 1;
  }
  for (int i = 0; i < players; ++i) {
    const int pool = pool_of[i];
    const double share = weight[pool] > 0 ? weight[pool] / (size[pool] * size[pool]) : 1;
    for (int j = 0; j < players; ++j)
      if (pool_of[j] == pool) information(i, j) += share;
  }
}

// Goes along the step as far as the likelihood rises. False if rounding leaves nothing to gain.
bool climb(const RatingModel& model, Logits& at, double& likelihood, const Logits& step,
           double promised_rise) {
  const double rounding = kRoundedLikelihood * (1 + std::abs(likelihood));
  for (double factor = 1; factor > 1e-9; factor /= 2) {
    Logits next = at + factor * step;
    const double reached = model.log_likelihood(next);
    if (!(reached >= likelihood + kArmijo * factor * promised_rise - rounding)) continue;
    at = std::move(next);
    likelihood = reached;
    return true;
  }
  return false;
}

}  // namespace

// Each row and column is scaled to a diagonal of 1, as some players have a thousand times the information of
// others.
struct Normal::Factor {
  Logits scale;
  Eigen::LLT<Matrix> triangle;
};

Normal::Normal(const RatingModel& model, Matrix information) : factor_(std::make_unique<Factor>()) {
  add_gauge(model, information);
  Logits& scale = factor_->scale;
  scale = information.diagonal().unaryExpr([](double entry) { return entry > 0 ? 1 / std::sqrt(entry) : 1; });
  information = scale.asDiagonal() * information * scale.asDiagonal();
  factor_->triangle.compute(information);
  for (double ridge = kFirstRidge; factor_->triangle.info() != Eigen::Success; ridge *= 10) {
    Matrix raised = information;
    raised.diagonal().array() += ridge;
    factor_->triangle.compute(raised);
  }
}

Normal::~Normal() = default;

Logits Normal::solve(const Logits& right) const {
  const Logits& scale = factor_->scale;
  return scale.cwiseProduct(factor_->triangle.solve(scale.cwiseProduct(right)));
}

Matrix Normal::inverse() const {
  const Logits& scale = factor_->scale;
  const Matrix scaled = factor_->triangle.solve(Matrix::Identity(scale.size(), scale.size()));
  return scale.asDiagonal() * scaled * scale.asDiagonal();
}

Maximum maximum(const RatingModel& model, Logits start) {
  Maximum best{std::move(start), 0};
  std::optional<SparseInformation> wide;
  if (model.players() > kMaxDense) wide.emplace(model);
  const auto newton_step = [&](const Logits& slope) -> Logits {
    if (!wide) return Normal(model, model.information(best.at)).solve(slope);
    wide->look_at(best.at);
    return wide->solve(slope);
  };
  best.log_likelihood = model.log_likelihood(best.at);
  for (int steps = 0; steps < kMaxNewtonSteps && best.at.size() > 0; ++steps) {
    const Logits slope = model.gradient(best.at);
    const Logits step = newton_step(slope);
    if (!climb(model, best.at, best.log_likelihood, step, slope.dot(step))) break;
    if (step.cwiseAbs().maxCoeff() < kSmallStep) break;
  }
  return best;
}

ConstrainedMaximum constrained_maximum(const RatingModel& model, Logits start, const Logits& contrast) {
  ConstrainedMaximum best{std::move(start), 0, 0, {}};
  best.log_likelihood = model.log_likelihood(best.at);
  const double length = contrast.squaredNorm();
  for (int steps = 0; steps < kMaxNewtonSteps; ++steps) {
    const Logits slope = model.gradient(best.at);
    Matrix information = model.information(best.at);
    // A multiple of contrast contrastᵀ is added, as large as the rest. It changes no step that keeps the
    // contrast. If the likelihood is nearly flat along the contrast (the rating of a player who won
    // everything), it makes a solution possible.
    information +=
        information.trace() / double(information.rows()) / length * contrast * contrast.transpose();
    const Normal factor(model, std::move(information));
    const Logits free_step = factor.solve(slope), across = factor.solve(contrast);
    const double reach = contrast.dot(across);
    best.slope = contrast.dot(free_step) / reach;
    best.tangent = across / reach;
    Logits step = free_step - best.slope * across;
    // This removes rounding once more: on a flat ridge steps are long, and the contrast must not drift with
    // them.
    step -= contrast.dot(step) / length * contrast;
    const double promised_rise = slope.dot(step);
    if (!climb(model, best.at, best.log_likelihood, step, promised_rise)) break;
    if (promised_rise < kSmallRise) break;
  }
  return best;
}

}  // namespace toptile
