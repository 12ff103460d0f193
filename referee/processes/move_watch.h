// The referee's watch while a bot thinks about a move: whether the referee's own thread is late, how much CPU
// time the bot uses, and that other bots leave it the processor. For an answer within 2 ms none of this is
// done; for a later one there is a check every 10 ms.
//
// This thread's lateness in reading an answer is not charged to the bot, nor is any time in which this thread
// stood still: if everything is suspended (a freezer, SIGSTOP, a paused machine), the bot's clock stands
// still, too, and its deadline moves. A thread that was ready to run and merely had no processor did not
// stand still. CPU time that the bot uses meanwhile is charged: a bot must not gain time by keeping the
// referee off its processor with threads of its own. So the charge for any span is at least the CPU time of
// the bot's processes, divided by the number of processors that this thread may use.
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

// If an answer comes within this time, no bot is checked and no bot is stopped.
constexpr std::chrono::milliseconds kQuickAnswer{2};

// The duties of the watch besides measuring time.
struct Supervision {
  // The CPU time that all of the bot's processes together may use from the beginning on. If it is set, the
  // bot is charged CPU time.
  std::optional<Duration> processor_time = {};
  // Called when the answer takes more than 2 ms, and about every 10 ms from then on. It stops the other bots
  // each time, as a stopped process may have arranged for something to wake it.
  std::function<void()> while_slow = {};
};

// The CPU time that a bot's processes had used at the last check, and the charge to the bot since then.
struct SpentTime {
  bool is_known = false;
  std::chrono::nanoseconds computed{0};
  Duration charged{0};
};

class MoveWatch {
 public:
  // All processes of the bot are in `tree` and in `group`, which may be null. The caller keeps `spent`
  // between moves.
  MoveWatch(Instant begin, WatchedTree& tree, const ControlGroup* group, Supervision supervision,
            RunDelay& delay, SpentTime& spent);

  // Works like LineChannel::receive, but the deadline moves by the time in which this thread stood still, and
  // that time and this thread's lateness are taken off the arrival. It also times out when the CPU time is
  // used up. A line that was read after its deadline waits for the next call, which may have a later one.
  Reception receive(LineChannel& channel, Deadline deadline);
  // Notes that sending the question took this wait, so that checks due before its end do not count as late.
  void note(const SendWait& wait);
  // The time since the beginning in which this thread stood still and that is not charged.
  Duration stood_still() const { return stood_still_; }

  // The time from the beginning to the arrival of an answer; if CPU time is charged, what was used until now.
  Duration taken(Instant arrival);
  // Must be called once, with the arrival of the last answer.
  void end(Instant arrival);
  bool is_used_up() const { return is_used_up_; }
  // Sets the CPU time that may be used from the beginning on, if CPU time is charged.
  void set_processor_time(Duration time);
  // The longest time by which this thread has been late so far, at an answer or at a check.
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
  // Returns the line, whose arrival is on the bot's clock, or keeps it if it arrived after the deadline.
  Reception take_in_time(Reception line, Deadline deadline);
  // The instant on the bot's clock.
  Instant on_bots_clock(Instant instant) const { return instant - stood_still_; }
  std::chrono::nanoseconds computed() const;
  std::chrono::nanoseconds used();

  const Instant begin_;
  WatchedTree& tree_;
  Supervision supervision_;
  WakeUp wake_up_;
  RunDelay& delay_;
  std::optional<std::chrono::nanoseconds> stood_by_;  // The total at the last call of stood_by().
  SpentTime& spent_;
  // The time of this move from here on, on the bot's clock, is not in `spent_.charged` yet.
  Instant counted_from_;
  Instant next_look_;
  Instant looked_at_;                  // When the last check was over.
  Instant read_at_;                    // When the last line was read.
  Duration late_by_{0};                // How late the last line was read.
  std::optional<Reception> too_late_;  // The last line, if it arrived after its deadline.
  std::optional<ProcessorClock> used_;
  Duration latest_{0};
  Duration stood_still_{0};
  Instant continues_until_;  // Until then the bot may still be stopped although this thread has resumed.
  bool is_slow_ = false;
  bool is_used_up_ = false;
};

}  // namespace toptile
