// What the referee looks after while a bot thinks about a move: whether its own thread is late, how much
// processor time the bot uses, and that others leave it the processor. An answer within 2 ms costs nothing of
// this; later ones a look every 10 ms.
//
// Lateness of this thread is not charged to the bot, but for one thing: what the bot computes is. A bot that
// keeps the referee from its processor with threads of its own must not gain time by it, so over any span
// that is charged, the charge is at least the processor time of the bot's processes, shared among the
// processors they may use.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>

#include "referee/deadline.h"
#include "referee/line_channel.h"
#include "referee/processor_clock.h"
#include "referee/run_delay.h"

namespace toptile {

using Duration = std::chrono::steady_clock::duration;

// What is asked of the watch beside the time.
struct Supervision {
  // The bot may use this much of processors, all of its processes together; and that is what it is charged.
  std::optional<Duration> processor_time = {};
  // Called when the answer takes more than 2 ms, and about every 10 ms from then on: what is to be stopped
  // may have seen to it that something wakes it.
  std::function<void()> while_slow = {};
};

// What a bot's processes had used of processors when that was last looked up, and what they were charged
// since.
struct SpentTime {
  bool is_known = false;
  std::chrono::nanoseconds computed{0};
  Duration charged{0};
};

class MoveWatch {
 public:
  // All of the bot descends from `keeper`, and is in `group`, which may be null. `spent` is kept from move to
  // move.
  MoveWatch(Instant begin, pid_t keeper, const ControlGroup* group, const Supervision& supervision,
            RunDelay& delay, SpentTime& spent);

  // As LineChannel::receive, whose arrival is now without this thread's lateness. Also timed out when the
  // processor time is used up.
  Reception receive(LineChannel& channel, Deadline deadline);

  // To be called once, with the arrival of the answer: what it is charged. Nothing when that is more
  // processor time than it had.
  std::optional<Duration> charge(Instant arrival);
  bool is_used_up() const { return is_used_up_; }
  // The most that this thread was late so far, at an answer or at a look.
  Duration latest() const { return latest_; }

 private:
  void look_after(Instant scheduled);
  void plan_next_look(Instant now);
  void check_processor_time();
  Duration lateness_of(const Reception& reception, Instant read) const;
  Duration forgivable(Instant read, Duration late) const;
  std::chrono::nanoseconds used();

  const Instant begin_;
  const pid_t keeper_;
  const Supervision& supervision_;
  WakeUp wake_up_;
  SpentTime& spent_;
  Instant counted_from_;  // Of this move, what `spent_.charged` does not hold yet.
  Instant next_look_;
  Instant read_at_;      // The last line,
  Duration late_by_{0};  // and how late.
  std::optional<ProcessorClock> used_;
  Duration latest_{0};
  bool is_slow_ = false;
  bool is_used_up_ = false;
};

}  // namespace toptile
