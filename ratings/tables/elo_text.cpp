#include "ratings/tables/elo_text.h"

#include <fmt/format.h>

#include <cmath>

namespace toptile {

std::string whole_elo(double elo) {
  if (std::isinf(elo)) return elo > 0 ? "+∞" : "-∞";
  return fmt::format("{:+.0f}", std::round(elo) + 0.0);
}

std::string interval_text(const RatingEstimate& rating) {
  if (rating.interval != Interval::profile) return "";
  const double low = std::round(rating.error_low), high = std::round(rating.error_high);
  if (low == high && std::isfinite(high)) return fmt::format("±{:.0f}", high);
  return whole_elo(rating.elo - rating.error_low) + " to " + whole_elo(rating.elo + rating.error_high);
}

std::string named_interval(const RatingEstimate& rating) {
  return "95 %: " + interval_text(rating);
}

Json finite_or_null(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

std::string short_points(double points) {
  const double tenths = std::round(10 * points) / 10;
  return tenths == std::floor(tenths) ? fmt::format("{:.0f}", tenths) : fmt::format("{:.1f}", tenths);
}

}  // namespace toptile
