// The CPU time that a tournament has used since this start, user and system time together.
#pragma once

#include <chrono>
#include <vector>

#include "referee/game/bot_session.h"

namespace toptile {

struct ProcessorUse {
  // By entrant: the sum over all processes of a bot, except those of the try-out.
  std::vector<SessionUse> bots;
  std::chrono::microseconds own{0};       // Used by this program and the bots' keepers.
  std::chrono::microseconds possible{0};  // The elapsed time times the number of usable processors.

  std::chrono::microseconds all() const;
  // The share of `own` in all(): 0 … 1.
  double own_share() const;
};

// Measures from its construction on. It counts the use of the whole process, so there should be only one
// meter.
class ProcessorMeter {
 public:
  ProcessorMeter();

  // `bots` is the bots' use since then. Their processes must have ended and been waited for, as the use of
  // all children is known only then.
  ProcessorUse read(std::vector<SessionUse> bots, int processors) const;

 private:
  const std::chrono::steady_clock::time_point begin_;
  const std::chrono::microseconds own_, children_;
};

}  // namespace toptile
