#include "tournaments/bradley_terry.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace toptile {
namespace {

double log_chance(double logit) {
  return logit >= 0 ? -std::log1p(std::exp(-logit)) : logit - std::log1p(std::exp(logit));
}

}  // namespace

double BradleyTerry::log_likelihood(const Logits& at) const {
  double total = 0;
  for (const Cell& cell : cells_) {
    const double logit = edge(cell, at);
    total += cell.won() * log_chance(logit) + cell.lost() * log_chance(-logit);
  }
  return total;
}

Logits BradleyTerry::gradient(const Logits& at) const {
  Logits result = Logits::Zero(parameters());
  for (const Cell& cell : cells_) {
    const double logit = edge(cell, at);
    // Not won - games · chance: near a chance of 1 that difference of large numbers would be all rounding.
    const double surplus = cell.won() * chance(-logit) - cell.lost() * chance(logit);
    result[cell.first] += surplus;
    result[cell.second] -= surplus;
    if (has_advantage_) result[players()] += surplus;
  }
  return result;
}

template <class Games>
Matrix BradleyTerry::information_of(const Logits& at, Games games) const {
  Matrix result = Matrix::Zero(parameters(), parameters());
  const int advantage = players();
  for (const Cell& cell : cells_) {
    const double logit = edge(cell, at);
    const double weight = games(cell) * chance(logit) * chance(-logit);
    result(cell.first, cell.first) += weight;
    result(cell.second, cell.second) += weight;
    result(cell.first, cell.second) -= weight;
    result(cell.second, cell.first) -= weight;
    if (!has_advantage_) continue;
    result(advantage, advantage) += weight;
    result(advantage, cell.first) += weight;
    result(advantage, cell.second) -= weight;
  }
  if (has_advantage_) result.col(advantage) = result.row(advantage).transpose();
  return result;
}

Matrix BradleyTerry::information(const Logits& at) const {
  return information_of(at, [](const Cell& cell) { return cell.played + cell.virtual_ties; });
}

Matrix BradleyTerry::prior_information(const Logits& at) const {
  return information_of(at, [](const Cell& cell) { return cell.virtual_ties; });
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
