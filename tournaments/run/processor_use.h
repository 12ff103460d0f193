// What a tournament used of processors since this start, user and system time together.
#pragma once

#include <chrono>
#include <vector>

#include "referee/bot_session.h"

namespace toptile {

struct ProcessorUse {
  std::vector<SessionUse> bots;           // By entrant, all its processes together; the try-out is not in it.
  std::chrono::microseconds own{0};       // This program with the bots' keepers.
  std::chrono::microseconds possible{0};  // The time that passed, on all processors that may be used.

  std::chrono::microseconds all() const;
  // Of all that was used: 0 … 1.
  double own_share() const;
};

// From its making on. One for each process, as it counts what the whole process uses.
class ProcessorMeter {
 public:
  ProcessorMeter();

  // `bots` are those whose processes ended since; what they used was waited for by this process.
  ProcessorUse read(std::vector<SessionUse> bots, int processors) const;

 private:
  const std::chrono::steady_clock::time_point begin_;
  const std::chrono::microseconds own_, children_;
};

}  // namespace toptile
