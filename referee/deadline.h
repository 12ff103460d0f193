// The instant at which something happened, and the deadline of a wait. A deadline is absolute: if each read
// began a new wait, a bot that prints now and then could think for ever.
#pragma once

#include <chrono>

namespace toptile {

using Instant = std::chrono::steady_clock::time_point;
using Deadline = Instant;

}  // namespace toptile
