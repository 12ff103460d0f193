// Elo and logits (natural units): two measures of how much stronger one side is.
#pragma once

#include <cmath>
#include <limits>
#include <numbers>

namespace toptile {

inline constexpr double kLogitsPerElo = std::numbers::ln10 / 400;

// The expected score of the side that is stronger by so many logits: 1 / (1 + exp(-logit)).
inline double chance(double logit) {
  return 1 / (1 + std::exp(-logit));
}

// The difference in Elo that expects this score; infinite at 0 and below, at 1 and above.
inline double elo_of_score(double score) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (score <= 0) return -kInfinity;
  if (score >= 1) return kInfinity;
  return std::log(score / (1 - score)) / kLogitsPerElo;
}

}  // namespace toptile
