// Overtime: a game clock that ran out goes on below zero and costs points, as tournament Scrabble has it.
// What a seat loses follows from the clocks that the record of a game shows, so that anybody can compute it
// again.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace toptile {

// Bounds that keep every sum far from the end of an int.
inline constexpr int kMostOvertimePoints = 10'000;
inline constexpr int kMostOvertimePeriods = 10'000;

struct Overtime {
  int points = 10;                           // For every period that was started.
  std::chrono::milliseconds period{60'000};  // At least 1 ms.

  bool operator==(const Overtime&) const = default;

  // Periods started when the clock, increments added, stood lowest at `lowest`: 0 from 0 on, 1 from -1 ms on.
  std::int64_t periods(std::chrono::milliseconds lowest) const {
    if (lowest >= std::chrono::milliseconds(0)) return 0;
    return (-1 - lowest.count()) / period.count() + 1;
  }
  // What they cost; a record that claims more than the most of them costs that.
  int points_lost(std::chrono::milliseconds lowest) const {
    return points * static_cast<int>(std::min<std::int64_t>(periods(lowest), kMostOvertimePeriods));
  }
};

}  // namespace toptile
