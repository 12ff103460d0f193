// Ctrl-C, SIGTERM and a closed terminal as stop tokens.
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

#include "base/result.h"

namespace toptile {

// Must be created before any other thread starts: it blocks these signals in all threads that start later,
// and waits for them in a thread of its own. A signal after a stop was requested ends the program at once.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  std::stop_token token() const { return stop_.get_token(); }
  // While let_finish is on, the first Ctrl-C triggers only this token, not token(): finish the current work,
  // and start no more.
  std::stop_token finish_token() const { return finish_.get_token(); }
  void let_finish(bool finishes) { finishes_ = finishes; }
  // Requests a stop, as a signal would.
  void stop() { stop_.request_stop(); }
  // The result of a verb that failed: the error, or if a stop was requested, kInterrupted after printing the
  // error.
  Result<int> stopped_or(const Error& error) const;

 private:
  std::stop_source stop_, finish_;
  std::atomic<bool> finishes_ = false;
  std::jthread thread_;
};

}  // namespace toptile
