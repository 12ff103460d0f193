// How long a bot took for something on a machine that may be busy. Time in which its threads stood ready to
// run while all processors were busy with others is the machine's, not the bot's. But a bot is charged at
// least the processor time that it used, divided by the number of processors that this thread may use: its
// own threads keeping each other waiting are no excuse. By how much the thread that asks is late, the line
// channel takes off an arrival (WakeUp).
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
  // Notes how long each thread has stood ready to run so far. What a process that ends was kept waiting is
  // known only as of the last look before its end.
  void look();
  // The time until an arrival that has just been heard of. Zero if it was before the beginning.
  std::chrono::steady_clock::duration until(Instant arrival);

 private:
  pid_t root_;
  std::map<pid_t, std::chrono::nanoseconds> delays_before_, delays_seen_;
  std::chrono::nanoseconds used_before_;
  Instant begin_;  // Set last: the looks before it are not the bot's time.
};

}  // namespace toptile::conformance
