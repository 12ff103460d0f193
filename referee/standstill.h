// A bot that is not asked stands still: its processes are stopped until something is next sent to it. By the
// freezer of its control group, where it has one, which nothing in the group can undo. Else by SIGSTOP, which
// a bot can undo: a timer may send it SIGCONT. So there is an account of what its processes compute after
// they were stopped. None of it is an honest bot's, but for the end of a system call that was under way.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <set>

#include "referee/control_group.h"
#include "referee/process_tree.h"

namespace toptile {

class Standstill {
 public:
  using Duration = std::chrono::steady_clock::duration;

  // All of the bot descends from `keeper`, and is in `group`, which may be null.
  Standstill(pid_t keeper, const ControlGroup* group) : keeper_(keeper), group_(group) {}

  // Is called again and again while it lasts: it looks whether they do stand still, and stops them once
  // more. Costs next to nothing where that was done a moment ago.
  void keep();
  void end();

  // What was computed after all processes were seen to be stopped, since the last call: its bot's debt.
  Duration take_debt();
  // All that was computed after a stop, also by who was never seen to be stopped; a grace for each standstill
  // is not in it.
  Duration computed() const { return computed_; }
  // More than a bot can have done that only ended the system calls that it was in.
  bool is_broken() const;

 private:
  void begin(std::chrono::steady_clock::time_point now);
  void look();

  const pid_t keeper_;
  const ControlGroup* const group_;
  bool is_frozen_ = false;          // By the group.
  std::set<pid_t> stopped_;         // By signals.
  std::optional<TreeClock> clock_;  // Since then.
  std::chrono::steady_clock::time_point begun_{}, looked_at_{};
  bool is_seen_still_ = false;
  std::chrono::nanoseconds used_when_still_{0};
  Duration debt_{0}, computed_{0}, lasted_{0};
};

}  // namespace toptile
