#include "referee/game/answer_wait.h"

#include <algorithm>
#include <chrono>

namespace toptile {

namespace {

using std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kLookEvery{10};  // Time between looks at whether the others stand still.

}  // namespace

// An endless stream of lines must not delay the looks. A program that was suspended wakes up late, and the
// deadline moves by that; not by the time in which this thread only had no processor.
Reception UntimedWait::receive(LineChannel& channel, Deadline deadline) {
  WakeUp wake_up(run_delay_);
  bool is_slow = false;
  while (true) {
    if (const Instant now = steady_clock::now(); meanwhile_ && now >= next_look_) {
      meanwhile_();
      next_look_ = steady_clock::now() + kLookEvery;
      note(steady_clock::now() - now);
    }
    const Deadline moved = deadline + stood_still_;
    const Instant look = std::min(moved, meanwhile_ ? next_look_ : steady_clock::now() + kLookAtClock);
    Reception reception = channel.receive(look, is_slow ? &wake_up : nullptr);
    const bool is_over = reception.outcome == Received::timed_out;
    const Duration late = is_over ? steady_clock::now() - look : reception.late;
    const bool stood_still = note(late - (is_slow ? wake_up.late() : 0ms));
    if (!is_over || (look == moved && !stood_still)) return reception;
    is_slow = true;
  }
}

}  // namespace toptile
