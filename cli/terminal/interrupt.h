// Ctrl-C, SIGTERM and a closed terminal as a stop token.
#pragma once

#include <stop_token>
#include <thread>

#include "engine/result.h"

namespace toptile {

// It must be made before any other thread starts: it blocks these signals in all threads that start later,
// and a thread of its own waits for them. A second signal ends the program at once.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  std::stop_token token() const { return stop_.get_token(); }
  // Does what a signal would do.
  void stop() { stop_.request_stop(); }
  // The result of a verb that failed. If it was stopped, that is kInterrupted, and the error is printed.
  Result<int> stopped_or(const Error& error) const;

 private:
  std::stop_source stop_;
  std::jthread thread_;
};

}  // namespace toptile
