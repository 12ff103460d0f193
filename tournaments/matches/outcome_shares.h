// The shares of the outcomes of pairs or games, from which the log-likelihood ratio is computed.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>

namespace toptile {

// An outcome that was never seen counts as seen this many times. Otherwise a hypothesis might have no
// distribution at all.
inline constexpr double kUnseenOutcome = 0.001;

template <std::size_t N>
struct OutcomeShares {
  std::array<double, N> shares{};  // All above 0, with the sum 1.
  double samples = 0;              // The samples that were counted, and what unseen outcomes count.
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
