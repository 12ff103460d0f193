#include "tournaments/bradley_terry.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace toptile {
namespace {

constexpr int kMostSteps = 200;
// Logits, and units of the log likelihood: the next of Newton's steps would be of the square's size, of
// rounding.
constexpr double kSmallStep = 1e-8;
constexpr double kSmallRise = 1e-10;
// The part of the promised rise that a step must keep.
constexpr double kArmijo = 1e-4;
// Relative, of a likelihood that is the sum of many cells.
constexpr double kRounding = 1e-12;

double dot(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

Logits sum(std::span<const double> at, double factor, std::span<const double> step) {
  Logits result(at.begin(), at.end());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] += factor * step[i];
  return result;
}

double log_chance(double logit) {
  return logit >= 0 ? -std::log1p(std::exp(-logit)) : logit - std::log1p(std::exp(logit));
}

double largest(std::span<const double> values) {
  double result = 0;
  for (const double value : values) result = std::max(result, std::abs(value));
  return result;
}

// Goes along the step, or as far as the likelihood rises; false where rounding leaves nothing to gain.
bool climb(const BradleyTerry& model, Logits& at, double& likelihood, std::span<const double> step,
           double promised_rise) {
  const double rounding = kRounding * (1 + std::abs(likelihood));
  for (double factor = 1; factor > 1e-9; factor /= 2) {
    Logits next = sum(at, factor, step);
    const double reached = log_likelihood(model, next);
    if (reached < likelihood + kArmijo * factor * promised_rise - rounding) continue;
    at = std::move(next);
    likelihood = reached;
    return true;
  }
  return false;
}

// With a multiple of contrast contrastᵀ added, as large as the rest: no step that keeps the contrast notices,
// and what is all but flat along the contrast (the rating of a player who won everything) can be solved for.
SymmetricMatrix stiffened(SymmetricMatrix matrix, const Logits& contrast) {
  double trace = 0;
  for (int i = 0; i < matrix.size(); ++i) trace += matrix(i, i);
  const double share = trace / matrix.size() / dot(contrast, contrast);
  for (int i = 0; i < matrix.size(); ++i) {
    for (int j = 0; j <= i; ++j) matrix.add(i, j, share * contrast[i] * contrast[j]);
  }
  return matrix;
}

}  // namespace

double chance(double logit) {
  return 1 / (1 + std::exp(-logit));
}

double log_likelihood(const BradleyTerry& model, std::span<const double> at) {
  double total = 0;
  for (const Cell& cell : model.cells) {
    const double logit = edge(model, cell, at);
    total += cell.won() * log_chance(logit) + cell.lost() * log_chance(-logit);
  }
  return total;
}

Logits gradient(const BradleyTerry& model, std::span<const double> at) {
  Logits result(static_cast<std::size_t>(model.parameters()));
  for (const Cell& cell : model.cells) {
    const double logit = edge(model, cell, at);
    // Not won - games · chance: near a chance of 1 that difference of large numbers would be all rounding.
    const double surplus = cell.won() * chance(-logit) - cell.lost() * chance(logit);
    result[cell.first] += surplus;
    result[cell.second] -= surplus;
    if (model.has_advantage) result.back() += surplus;
  }
  return result;
}

SymmetricMatrix information(const BradleyTerry& model, std::span<const double> at) {
  SymmetricMatrix result(model.parameters());
  const int advantage = model.players();
  for (const Cell& cell : model.cells) {
    const double logit = edge(model, cell, at);
    const double weight = (cell.won() + cell.lost()) * chance(logit) * chance(-logit);
    result.add(cell.first, cell.first, weight);
    result.add(cell.second, cell.second, weight);
    result.add(cell.first, cell.second, -weight);
    if (!model.has_advantage) continue;
    result.add(advantage, advantage, weight);
    result.add(advantage, cell.first, weight);
    result.add(advantage, cell.second, -weight);
  }
  return result;
}

SymmetricMatrix with_gauge(const BradleyTerry& model, SymmetricMatrix information) {
  const int players = model.players();
  std::vector<double> weight(static_cast<std::size_t>(players)), size(weight);
  for (int i = 0; i < players; ++i) {
    weight[model.pool_of[i]] += information(i, i);
    size[model.pool_of[i]] += 1;
  }
  for (int i = 0; i < players; ++i) {
    const int pool = model.pool_of[i];
    // The pool's mean diagonal entry as the eigenvalue of 1: of the size of the others, so that no accuracy
    // is lost.
    const double share = weight[pool] > 0 ? weight[pool] / (size[pool] * size[pool]) : 1;
    for (int j = 0; j <= i; ++j) {
      if (model.pool_of[j] == pool) information.add(i, j, share);
    }
  }
  return information;
}

Maximum maximum(const BradleyTerry& model, Logits start) {
  Maximum best{std::move(start), 0};
  best.log_likelihood = log_likelihood(model, best.at);
  for (int steps = 0; steps < kMostSteps; ++steps) {
    const Logits slope = gradient(model, best.at);
    const Logits step = Cholesky(with_gauge(model, information(model, best.at))).solve(slope);
    if (!climb(model, best.at, best.log_likelihood, step, dot(slope, step))) break;
    if (largest(step) < kSmallStep) break;
  }
  return best;
}

ConstrainedMaximum constrained_maximum(const BradleyTerry& model, Logits start, const Logits& contrast) {
  ConstrainedMaximum best{std::move(start), 0, 0, {}};
  best.log_likelihood = log_likelihood(model, best.at);
  for (int steps = 0; steps < kMostSteps; ++steps) {
    const Logits slope = gradient(model, best.at);
    const Cholesky factor(stiffened(with_gauge(model, information(model, best.at)), contrast));
    const Logits free_step = factor.solve(slope);
    const Logits across = factor.solve(contrast);
    const double reach = dot(contrast, across);
    best.slope = dot(contrast, free_step) / reach;
    best.tangent = sum(Logits(across.size()), 1 / reach, across);
    Logits step = sum(free_step, -best.slope, across);
    // Once more against rounding: on a flat ridge steps are long, and the contrast must not creep along with
    // them.
    step = sum(step, -dot(contrast, step) / dot(contrast, contrast), contrast);
    const double promised_rise = dot(slope, step);
    if (!climb(model, best.at, best.log_likelihood, step, promised_rise)) break;
    if (promised_rise < kSmallRise) break;
  }
  return best;
}

// The likelihood is unbounded exactly along a direction (r, ±1) in which no cell that the second seat scored
// in gains for the first seat, and no cell that the first scored in loses: a system of constraints r_i - r_j
// <= ±1, soluble unless its graph has a negative cycle (Bellman and Ford). Where both signs have a solution,
// the two add up to one with no advantage in it, which points flowing both ways allow only to be 0: each cell
// is indifferent to either.
AdvantageCase advantage_case(std::span<const Cell> cells, int players) {
  const auto rises_for_ever = [&](int direction) {
    std::vector<int> strength(static_cast<std::size_t>(players));
    const auto at_most = [&](int i, int j, int bound) {
      if (strength[i] <= strength[j] + bound) return false;
      strength[i] = strength[j] + bound;
      return true;
    };
    for (bool moved = true; moved;) {
      moved = false;
      for (const Cell& cell : cells) {
        if (cell.won() > 0) moved |= at_most(cell.second, cell.first, direction);
        if (cell.lost() > 0) moved |= at_most(cell.first, cell.second, -direction);
        // A path without a cycle is no longer than this.
        if (std::min(strength[cell.first], strength[cell.second]) <= -players) return false;
      }
    }
    return true;
  };
  const bool up = rises_for_ever(1), down = rises_for_ever(-1);
  if (up && down) return AdvantageCase::unidentified;
  return up || down ? AdvantageCase::unbounded : AdvantageCase::finite;
}

}  // namespace toptile
