// The shares of the outcomes of pairs or games, as the log-likelihood ratio and what is made of it take them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>

namespace toptile {

// An outcome never seen counts as so many times seen, without which a hypothesis may have no distribution at
// all.
inline constexpr double kUnseenOutcome = 0.001;

template <std::size_t N>
struct OutcomeShares {
  std::array<double, N> shares{};  // All above 0, with the sum 1.
  double samples = 0;              // Those that were counted, and what unseen ones count.
};

template <std::size_t N>
OutcomeShares<N> shares_of(const std::array<std::uint64_t, N>& counts) {
  OutcomeShares<N> result;
  std::ranges::transform(counts, result.shares.begin(),
                         [](auto count) { return count == 0 ? kUnseenOutcome : static_cast<double>(count); });
  result.samples = std::accumulate(result.shares.begin(), result.shares.end(), 0.0);
  for (double& share : result.shares) share /= result.samples;
  return result;
}

}  // namespace toptile
