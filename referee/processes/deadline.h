// The instant at which something happened, and the deadline of a wait. A deadline is absolute: if each read
// began a new wait, a bot that prints now and then could think for ever.
#pragma once

#include <chrono>

namespace toptile {

using Instant = std::chrono::steady_clock::time_point;
using Deadline = Instant;

// A wait that ends later than it should by at least this much was not only slow: the program was suspended,
// or the machine was paused. A bot that is waited for is not charged that time.
inline constexpr std::chrono::milliseconds kLongStandstill{100};
// A wait without a clock looks this often whether the program stood still.
inline constexpr std::chrono::milliseconds kLookAtClock{100};

}  // namespace toptile
