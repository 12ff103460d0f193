// Ctrl-C, SIGTERM and a closed terminal as a stop token.
#pragma once

#include <stop_token>
#include <thread>

#include "engine/result.h"

namespace toptile {

// Made before any other thread starts: it keeps these signals from all threads that start later, and a
// thread of its own waits for them. A second signal ends the program at once.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  std::stop_token token() const { return stop_.get_token(); }
  // As if a signal had come.
  void stop() { stop_.request_stop(); }
  // What a verb answers that failed: it was stopped (kInterrupted, and it says so), or the error.
  Result<int> stopped_or(const Error& error) const;

 private:
  std::stop_source stop_;
  std::jthread thread_;
};

}  // namespace toptile
