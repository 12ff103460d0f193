#include "tournaments/elo_text.h"

#include <fmt/format.h>

#include <array>
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

std::string seats_text(const Ratings& ratings) {
  constexpr std::array kNames = {"first", "second", "third"};
  std::string seats;
  for (std::size_t seat = 0; seat < ratings.seat_elo.size(); ++seat)
    seats += fmt::format("{}{} {}", seat == 0 ? "" : ", ", kNames[seat], whole_elo(ratings.seat_elo[seat]));
  return fmt::format("Against the last seat, in Elo: {}.", seats);
}

}  // namespace toptile
