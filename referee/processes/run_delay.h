// Measures how long the calling thread has been ready to run while all processors were busy with others.
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
    std::uint64_t times_run = 0;  // Grows whenever the thread resumes after a wait of any kind.
  };

  // The count since the thread started; always 0 if the kernel does not count it. Costs a system call. All
  // calls must come from the same thread.
  Count so_far();

 private:
  UniqueDescriptor file_;
  bool is_missing_ = false;
};

// The contents of a `schedstat` file, of a process or of one of its threads.
std::optional<RunDelay::Count> parse_run_delay(std::string_view text);

// The number of processors that the calling thread may use, at least 1.
int processors_of_this_thread();

// Measures waits: for how long in the last one this thread was ready to run and had no processor. A call that
// returned at once, with what an earlier wait had brought, does not count as a wait.
class WakeUp {
 public:
  explicit WakeUp(RunDelay& delay) : delay_(delay) {}

  void begin() {
    before_ = delay_.so_far();
    began_ = std::chrono::steady_clock::now();
  }
  // The kernel may count more time than has passed, as its clocks of two processors differ a little, and may
  // be stale. A line would then seem to have arrived before the question that it answers.
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
