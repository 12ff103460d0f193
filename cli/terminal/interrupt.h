// Ctrl-C, SIGTERM and a closed terminal as stop tokens.
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

#include "base/result.h"

namespace toptile {

// It must be made before any other thread starts: it blocks these signals in all threads that start later,
// and a thread of its own waits for them. A signal after a stop was requested ends the program at once.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  std::stop_token token() const { return stop_.get_token(); }
  // While `finishes` holds, the first Ctrl-C does not request a stop, but that what has begun is the last.
  std::stop_token finish_token() const { return finish_.get_token(); }
  void let_finish(bool finishes) { finishes_ = finishes; }
  // Does what a signal would do.
  void stop() { stop_.request_stop(); }
  // The result of a verb that failed. If it was stopped, that is kInterrupted, and the error is printed.
  Result<int> stopped_or(const Error& error) const;

 private:
  std::stop_source stop_, finish_;
  std::atomic<bool> finishes_ = false;
  std::jthread thread_;
};

}  // namespace toptile
