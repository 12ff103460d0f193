// When something happened, and until when we wait. Waits take an absolute end: one that starts anew at every
// read lets a bot that prints now and then think for ever.
#pragma once

#include <chrono>

namespace toptile {

using Instant = std::chrono::steady_clock::time_point;
using Deadline = Instant;

}  // namespace toptile
