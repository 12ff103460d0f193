// What the referee watches while a bot thinks about a move: whether its own thread is late, how much
// processor time the bot uses, and that other bots leave it the processor. An answer within 2 ms costs
// nothing of this; a later one costs a look every 10 ms.
//
// This thread's lateness in hearing an answer is not charged to the bot, nor is any time in which this thread
// stood still: if everything is suspended (a freezer, SIGSTOP, a paused machine), the bot's clock stands
// still, too, and its deadline moves. A thread that was ready to run and only had no processor did not stand
// still. What the bot computes meanwhile is charged: a bot must not gain time by keeping the referee from its
// processor with threads of its own. So the charge for any span is at least the processor time of the bot's
// processes, divided by the number of processors that this thread may use.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "referee/processes/deadline.h"
#include "referee/processes/line_channel.h"
#include "referee/processes/processor_clock.h"
#include "referee/processes/run_delay.h"
#include "referee/processes/watched_tree.h"

namespace toptile {

using Duration = std::chrono::steady_clock::duration;

// If an answer comes within this time, no bot is looked at and no bot is stopped.
constexpr std::chrono::milliseconds kQuickAnswer{2};

// What the watch does besides measuring time.
struct Supervision {
  // The processor time that all of the bot's processes together may use. If it is set, the bot is charged
  // processor time.
  std::optional<Duration> processor_time = {};
  // Called when the answer takes more than 2 ms, and about every 10 ms from then on. It stops the other bots,
  // again and again, as a stopped process may have arranged for something to wake it.
  std::function<void()> while_slow = {};
};

// The processor time that a bot's processes had used when that was last looked up, and what the bot was
// charged since.
struct SpentTime {
  bool is_known = false;
  std::chrono::nanoseconds computed{0};
  Duration charged{0};
};

class MoveWatch {
 public:
  // All processes of the bot are in `tree` and in `group`, which may be null. The caller keeps `spent` from
  // move to move.
  MoveWatch(Instant begin, WatchedTree& tree, const ControlGroup* group, const Supervision& supervision,
            RunDelay& delay, SpentTime& spent);

  // Works like LineChannel::receive, but the deadline moves by the time in which this thread stood still, and
  // the arrival is without that and without this thread's lateness. It also times out when the processor time
  // is used up.
  Reception receive(LineChannel& channel, Deadline deadline);
  // The question was sent with this wait, so that no look was late before its end.
  void note(const SendWait& wait);
  // The time since the beginning in which this thread stood still, as far as it is not charged.
  Duration stood_still() const { return stood_still_; }

  // Gives what the bot is charged for the answer that arrived then. Nothing if it used more processor time
  // than it had. Must be called once.
  std::optional<Duration> charge(Instant arrival);
  bool is_used_up() const { return is_used_up_; }
  // The longest time by which this thread was late so far, at an answer or at a look.
  Duration latest() const { return latest_; }

 private:
  void look_after(Instant scheduled);
  void forgive_standstill(Instant scheduled, Instant now);
  Duration stood_by();
  void forgive(Instant now, Duration still);
  void plan_next_look(Instant now);
  void check_processor_time();
  Duration lateness_of(const Reception& reception, Instant read) const;
  Duration forgivable(Instant read, Duration late) const;
  // The time as the bot's clock has it.
  Instant on_bots_clock(Instant instant) const { return instant - stood_still_; }
  std::chrono::nanoseconds computed() const;
  std::chrono::nanoseconds used();

  const Instant begin_;
  WatchedTree& tree_;
  const Supervision& supervision_;
  WakeUp wake_up_;
  RunDelay& delay_;
  std::optional<std::chrono::nanoseconds> stood_by_;  // In all, at the last call of stood_by().
  SpentTime& spent_;
  // The time of this move from here on, on the bot's clock, is not in `spent_.charged` yet.
  Instant counted_from_;
  Instant next_look_;
  Instant looked_at_;    // When the last look was over.
  Instant read_at_;      // When the last line was read.
  Duration late_by_{0};  // How late the last line was read.
  std::optional<ProcessorClock> used_;
  Duration latest_{0};
  Duration stood_still_{0};
  Instant continues_until_;  // Until then the bot may still be stopped though this thread goes on.
  bool is_slow_ = false;
  bool is_used_up_ = false;
};

}  // namespace toptile
