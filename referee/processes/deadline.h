// The instant at which something happened, and the deadline of a wait. A deadline is absolute: if each read
// began a new wait, a bot that prints now and then could think forever.
#pragma once

#include <chrono>

namespace toptile {

using Instant = std::chrono::steady_clock::time_point;
using Deadline = Instant;

// A wait that ends later than it should by at least this much was not only slow: the program was suspended,
// or the machine was paused. That time is not charged to the bot that the program waits for.
inline constexpr std::chrono::milliseconds kLongStandstill{100};
// A wait without a clock checks this often whether the program was suspended.
inline constexpr std::chrono::milliseconds kLookAtClock{100};

}  // namespace toptile
