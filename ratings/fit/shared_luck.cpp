#include "ratings/fit/shared_luck.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ratings/fit/confidence.h"

namespace toptile {
namespace {

// This makes the estimates smaller until many clusters have been seen. It counts like clusters that share
// nothing and games without ties, in units of p̂ q̂ (a quarter for a pair of even games).
constexpr double kUnshared = 1.0;
// A pairing of fewer clusters says nothing on how pairings differ.
constexpr double kMinClusters = 2;
constexpr int kRounds = 5;
// Near ±1, the moments of a few clusters would be trusted too much.
constexpr double kMaxMean = 0.9;
// However different pairings are, the spread of others tells something.
constexpr double kMinDegrees = 4;

// The number of clusters of two even games that say as much about what is shared.
double clusters_of(const LuckOfTwo& pairing) {
  return pairing.products > 0 ? pairing.sharable * pairing.sharable / pairing.products : 0;
}

}  // namespace

LuckOfTwo& LuckOfTwo::operator+=(const LuckOfTwo& other) {
  shared += other.shared;
  sharable += other.sharable;
  products += other.products;
  tied += other.tied;
  games += other.games;
  return *this;
}

// With the correlation ρ between clusters of one pairing, a pairing of n clusters counts like n / (1 + (n -
// 1) ρ), and the squares of pairings, each divided by its variance without ρ, are expected to be 1 + (n - 1)
// ρ. Of what is more than that, one standard deviation is left to chance.
SharedLuck::SharedLuck(std::span<const LuckOfTwo> pairings) {
  double correlation = 0;
  for (int round = 0; round < kRounds; ++round) {
    LuckOfTwo all;
    for (const LuckOfTwo& pairing : pairings) {
      const double weight = 1 / (1 + std::max(0.0, clusters_of(pairing) - 1) * correlation);
      all.shared += weight * pairing.shared;
      all.sharable += weight * pairing.sharable;
      all.tied += weight * pairing.tied;
      all.games += weight * pairing.games;
    }
    sharing_ = all.shared / (all.sharable + kUnshared);
    tied_ = std::min(1.0, all.tied / (all.games + kUnshared));
    const double mean = std::clamp(sharing_, -kMaxMean, kMaxMean);
    double squares = 0, more = 0, seen = 0;
    for (const LuckOfTwo& pairing : pairings) {
      const double clusters = clusters_of(pairing);
      if (clusters < kMinClusters) continue;
      const double off = pairing.shared / pairing.sharable - mean;
      squares += clusters * off * off / (1 - mean * mean);
      more += clusters - 1;
      seen += 1;
    }
    if (seen < 2) break;
    const double by_chance = seen - 1 + std::sqrt(2 * (seen - 1));
    correlation = std::clamp((squares - by_chance) / more, 0.0, 1.0);
  }
  worth_ = correlation > 0 ? 1 / correlation - 1 : std::numeric_limits<double>::infinity();
  degrees_ = std::clamp(worth_, kMinDegrees, kPooledDegrees);
}

double SharedLuck::sharing(const LuckOfTwo& pairing) const {
  const double clusters = clusters_of(pairing);
  if (std::isinf(worth_) || clusters == 0) return sharing_;
  const double own = pairing.shared / pairing.sharable;
  return std::clamp((clusters * own + worth_ * sharing_) / (clusters + worth_), -1.0, 1.0);
}

double SharedLuck::tied(const LuckOfTwo& pairing) const {
  const double clusters = clusters_of(pairing);
  if (std::isinf(worth_) || clusters == 0) return tied_;
  const double own = std::min(1.0, pairing.tied / pairing.games);
  return (clusters * own + worth_ * tied_) / (clusters + worth_);
}

}  // namespace toptile
