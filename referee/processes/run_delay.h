// How long the calling thread has stood ready to run while all processors were busy with others.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/descriptor.h"

namespace toptile {

class RunDelay {
 public:
  struct Count {
    std::chrono::nanoseconds delay{0};
    std::uint64_t times_run = 0;  // Grows whenever the thread goes on after a wait of any kind.
  };

  // The count since the thread began; always 0 if the kernel does not count it. Costs a system call. All
  // calls must come from the same thread.
  Count so_far();

 private:
  UniqueDescriptor file_;
  bool is_missing_ = false;
};

// What a file `schedstat` says, of a process or of one of its threads.
std::optional<RunDelay::Count> parse_run_delay(std::string_view text);

// The number of processors that the calling thread may use, at least 1.
int processors_of_this_thread();

// Measures waits: for how much of the last one this thread was ready to run and had to stand by. A call that
// came back at once, with what an earlier wait had brought, was no wait.
class WakeUp {
 public:
  explicit WakeUp(RunDelay& delay) : delay_(delay) {}

  void begin() {
    before_ = delay_.so_far();
    began_ = std::chrono::steady_clock::now();
  }
  // The kernel may count more than has gone by: its clocks of two processors differ a little, and may be old.
  // Then a line would seem to have come before what it answers.
  void end() {
    const RunDelay::Count after = delay_.so_far();
    if (after.times_run == before_.times_run) return;
    late_ = std::min<std::chrono::nanoseconds>(after.delay - before_.delay,
                                               std::chrono::steady_clock::now() - began_);
  }
  std::chrono::nanoseconds late() const { return late_; }

 private:
  RunDelay& delay_;
  RunDelay::Count before_;
  std::chrono::steady_clock::time_point began_;
  std::chrono::nanoseconds late_{0};
};

}  // namespace toptile
