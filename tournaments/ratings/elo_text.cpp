#include "tournaments/ratings/elo_text.h"

#include <fmt/format.h>

#include <cmath>

namespace toptile {

std::string whole_elo(double elo) {
  return fmt::format("{:+.0f}", std::round(elo) + 0.0);
}

std::string error_bars(const RatingEstimate& rating) {
  if (rating.interval == Interval::none) return "";
  const double low = std::round(rating.error_low), high = std::round(rating.error_high);
  return low == high ? fmt::format("±{:.0f}", high) : fmt::format("-{:.0f}/+{:.0f}", low, high);
}

std::string short_points(double points) {
  const double tenths = std::round(10 * points) / 10;
  return tenths == std::floor(tenths) ? fmt::format("{:.0f}", tenths) : fmt::format("{:.1f}", tenths);
}

}  // namespace toptile
