// Elo and logits (natural units): two measures of how much stronger one side is.
#pragma once

#include <cmath>
#include <numbers>

namespace toptile {

inline constexpr double kLogitsPerElo = std::numbers::ln10 / 400;

// The expected score of the side that is stronger by so many logits: 1 / (1 + exp(-logit)).
inline double chance(double logit) {
  return 1 / (1 + std::exp(-logit));
}

}  // namespace toptile
