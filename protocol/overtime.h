// Overtime: a game clock that has run out continues below zero and costs points, as in tournament Scrabble.
// The points that a seat loses follow from the clocks in the game's record, so that anyone can recompute
// them.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace toptile {

// These bounds keep every sum far below the limit of an int.
inline constexpr int kMaxOvertimePoints = 10'000;
inline constexpr int kMaxOvertimePeriods = 10'000;

struct Overtime {
  int points = 10;                           // Points lost for every period begun.
  std::chrono::milliseconds period{60'000};  // The length of a period, at least 1 ms.

  bool operator==(const Overtime&) const = default;

  // The number of periods begun, if `lowest` is the lowest value of the clock, with increments added. It is 0
  // if the clock was never below 0, and 1 from -1 ms on.
  std::int64_t periods(std::chrono::milliseconds lowest) const {
    if (lowest >= std::chrono::milliseconds(0)) return 0;
    return (-1 - lowest.count()) / period.count() + 1;
  }
  // The points for these periods. A record may claim more periods than kMaxOvertimePeriods, but they cost no
  // more.
  int points_lost(std::chrono::milliseconds lowest) const {
    return points * static_cast<int>(std::min<std::int64_t>(periods(lowest), kMaxOvertimePeriods));
  }
};

}  // namespace toptile
