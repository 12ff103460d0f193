// The expected information of the next set of two contenders about their difference.
#pragma once

#include "ratings/fit/elo_scale.h"

namespace toptile {

// An estimate of the difference of two strengths.
struct Difference {
  double mean = 0;      // Logits.
  double variance = 0;  // Logits², positive.
};

// The information of a set at a known difference in logits: that of two games, p (1 - p) each.
inline double set_information_at(double difference) {
  const Chances p = chances(difference);
  return 2 * p.one * p.other;
}

// The mean of set_information_at over the estimate, 0 … 0.5. The mean of a chance is chance(κ · mean) with κ
// = 1 / √(1 + π variance / 8), and the mean of p (1 - p) is its derivative. (D. J. C. MacKay, "The evidence
// framework applied to classification networks", Neural Computation 4, 1992.)
inline double set_information(const Difference& difference) {
  const double kappa = 1 / std::sqrt(1 + std::numbers::pi / 8 * difference.variance);
  return kappa * set_information_at(kappa * difference.mean);
}

}  // namespace toptile
