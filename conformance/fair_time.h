// Measures how long a bot took for something on a machine that may be busy. Time in which its threads were
// ready to run while all processors were busy with others is the machine's, not the bot's. But a bot is
// charged at least the CPU time that it used, divided by the number of processors that this thread may use:
// that its own threads keep each other waiting is not an excuse. The line channel already takes the lateness
// of the asking thread off an arrival (WakeUp).
#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>

#include "referee/processes/deadline.h"

namespace toptile::conformance {

class FairTime {
 public:
  // The time begins now. `root` is the process above all of the bot's processes
  // (referee/processes/process_tree.h).
  explicit FairTime(pid_t root);

  Instant begin() const { return begin_; }
  // Notes how long each thread has been ready to run so far. The delay of a process that ends is known only
  // up to the last look before its end.
  void look();
  // The time until an arrival that has just been read. Zero if it was before the beginning.
  std::chrono::steady_clock::duration until(Instant arrival);

 private:
  pid_t root_;
  std::map<pid_t, std::chrono::nanoseconds> delays_before_, delays_seen_;
  std::chrono::nanoseconds used_before_;
  Instant begin_;  // Set last: the looks before it are not part of the bot's time.
};

}  // namespace toptile::conformance
