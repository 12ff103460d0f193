// A clock that jumps, as that of a machine which was paused and goes on. Only one file of a program may
// include this.
#pragma once

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

namespace toptile {

// The seconds by which the clock of this program is ahead. The bots' clocks are not.
inline std::atomic<std::int64_t> jumped_seconds = 0;

}  // namespace toptile

// This takes the place of the C library's clock_gettime in the whole program, and so of that in
// std::chrono::steady_clock.
extern "C" int clock_gettime(clockid_t clock, timespec* time) {
  const auto result = static_cast<int>(::syscall(SYS_clock_gettime, clock, time));
  if (clock == CLOCK_MONOTONIC) time->tv_sec += toptile::jumped_seconds;
  return result;
}
