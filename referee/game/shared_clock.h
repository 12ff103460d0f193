// The time of a batch of questions, as each of its games is charged (docs/protocol.md, "Several games at
// once"). While k questions with clocks are open, each clock runs at 1/k of the usual speed, so that all
// together they are charged the time that passes. Other limits are for the whole batch and not shared. The
// time of a single question is charged as it passes, either way.
#pragma once

#include <algorithm>
#include <chrono>

#include "base/assert.h"

namespace toptile {

class SharedClock {
 public:
  using Duration = std::chrono::steady_clock::duration;

  // `debt` is charged before the batch begins, and shared like its time.
  SharedClock(bool is_shared, int questions, Duration debt)
      : is_shared_(is_shared), open_(questions), charge_(debt / sharers()) {
    TOPTILE_ASSERT(questions > 0);
  }

  // Takes note that this time has passed since the beginning. A time before the last one changes nothing.
  void advance(Duration passed) {
    if (passed <= passed_) return;
    charge_ += (passed - passed_) / sharers();
    passed_ = passed;
  }
  // A question was answered, or ran out of time.
  void close_one() { --open_; }

  // The charge to each open question so far.
  Duration charge() const { return charge_; }
  // When an open question that may be charged `limit` runs out, since the beginning; a year if that is not
  // within the next year. Never before the last time that was noted, unless a year has passed.
  Duration end_of(Duration limit) const {
    constexpr Duration kForever = std::chrono::hours(24 * 365);
    const Duration left = std::max(limit - charge_, Duration::zero());
    return left < kForever / sharers() ? passed_ + left * sharers() : kForever;
  }

 private:
  // The number of questions that share the time: the charge grows at 1/sharers of the usual speed.
  int sharers() const { return is_shared_ ? std::max(open_, 1) : 1; }

  const bool is_shared_;
  int open_;
  Duration charge_;
  Duration passed_{0};
};

}  // namespace toptile
