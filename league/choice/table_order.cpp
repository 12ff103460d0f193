#include "league/choice/table_order.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace toptile {
namespace {

// The density of the standard normal distribution.
double normal_density(double z) {
  return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
}

}  // namespace

double expected_loss(const Difference& difference) {
  const double deviation = std::sqrt(difference.variance),
               z = std::abs(difference.mean) / (kDoubt * deviation);
  const double above = std::erfc(z / std::numbers::sqrt2) / 2;
  return std::max(0.0, deviation * (normal_density(z) - z * above));
}

double loss_slope(const Difference& difference) {
  const double deviation = std::sqrt(difference.variance);
  return normal_density(difference.mean / (kDoubt * deviation)) / (2 * deviation);
}

std::vector<int> ranks_of(std::span<const double> strengths) {
  std::vector<int> order(strengths.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](int one, int other) { return strengths[one] > strengths[other]; });
  std::vector<int> ranks(strengths.size());
  for (std::size_t i = 0; i < order.size(); ++i) ranks[order[i]] = static_cast<int>(i) + 1;
  return ranks;
}

}  // namespace toptile
