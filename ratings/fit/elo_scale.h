// Elo and logits (natural units): two measures of how much stronger one side is.
#pragma once

#include <cmath>
#include <limits>
#include <numbers>

namespace toptile {

inline constexpr double kLogitsPerElo = std::numbers::ln10 / 400;

// The expected score of a side that is stronger by `logit`: 1 / (1 + exp(-logit)).
inline double chance(double logit) {
  return 1 / (1 + std::exp(-logit));
}

// The expected scores of both sides, both accurate near 0.
struct Chances {
  double one = 0.5, other = 0.5;
};
inline Chances chances(double logit) {
  const double odds = std::exp(-std::abs(logit)), more = 1 / (1 + odds), less = odds / (1 + odds);
  return logit >= 0 ? Chances{more, less} : Chances{less, more};
}

// The difference in Elo at which this score is expected. It is infinite for scores of 0 and below, or 1 and
// above.
inline double elo_of_score(double score) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (score <= 0) return -kInfinity;
  if (score >= 1) return kInfinity;
  return std::log(score / (1 - score)) / kLogitsPerElo;
}

}  // namespace toptile
