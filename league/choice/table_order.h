// The uncertainty of a table's order, and how it falls as strengths become better known.
// docs/league_choice.md derives the formulas.
#pragma once

#include <span>
#include <vector>

#include "league/choice/set_information.h"

namespace toptile {

// The uncertainty U of a table, in logits:
//   U = Σ w_ij L(d_ij, v_ij) + `precision` · Σ √v_i,    w_ij = 1 + `top` / (the better rank of the two)
// The first sum is over each pair of active contenders. L is the expected loss of strength from preferring
// the one that seems stronger, in case the other one is, if their difference were twice as uncertain as it
// is; half of that. The second sum is over the active contenders; v_i is the variance of a strength relative
// to the mean of them all.
struct OrderWeights {
  double top = 20;
  double precision = 2;
};

// Differences are taken to be this many times as uncertain as they are. Otherwise two contenders that seem
// far apart by luck would hardly meet again, and the error would stay.
inline constexpr double kDoubt = 2;

// L(d, v) = √v ψ(|d| / (2 √v)) with ψ(z) = φ(z) - z (1 - Φ(z)) and 2 for kDoubt, in logits.
double expected_loss(const Difference& difference);

// The derivative of L with respect to v, which is φ(|d| / (2 √v)) / (2 √v).
double loss_slope(const Difference& difference);

// The rank of each strength, from 1 for the highest. Equal strengths are ranked in their order.
std::vector<int> ranks_of(std::span<const double> strengths);

inline double pair_weight(const OrderWeights& weights, int rank, int other_rank) {
  return 1 + weights.top / (rank < other_rank ? rank : other_rank);
}

}  // namespace toptile
