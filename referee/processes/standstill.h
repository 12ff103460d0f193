// Keeps a bot that is not asked still: its processes are stopped until the referee sends it something again.
// If the bot's control group has a freezer, that stops them, and nothing in the group can undo it. If not,
// SIGSTOP does, and a bot can undo that: a timer may send it SIGCONT. So the CPU time that the processes use
// after they were stopped is counted. An honest bot uses none then, except to finish a system call that was
// under way.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <set>

#include "referee/processes/control_group.h"
#include "referee/processes/watched_tree.h"

namespace toptile {

class Standstill {
 public:
  using Duration = std::chrono::steady_clock::duration;

  // All processes of the bot are in `tree` and in `group`, which may be null.
  Standstill(WatchedTree& tree, const ControlGroup* group) : tree_(tree), group_(group) {}

  // Stops the bot. Call it repeatedly while the standstill lasts: it checks whether the processes do stand
  // still, and stops them again if any of them has run. A call soon after the last one costs next to nothing.
  void keep();
  void end();

  // The bot's debt: the CPU time it used since the last call, after all processes were seen to be stopped.
  Duration take_debt();
  // All CPU time used after a stop, even if the processes were never seen to be stopped, less a grace for
  // each standstill.
  Duration computed() const { return computed_; }
  // Whether the bot used more CPU time than finishing the system calls that it was in can explain.
  bool is_broken() const;

 private:
  void begin(std::chrono::steady_clock::time_point now);
  void look(std::chrono::steady_clock::time_point now);

  WatchedTree& tree_;
  const ControlGroup* const group_;
  bool is_frozen_ = false;   // Whether the group's freezer stopped the bot.
  std::set<pid_t> stopped_;  // The processes that were stopped by signals.
  std::chrono::steady_clock::time_point begun_{}, looked_at_{};
  bool is_seen_still_ = false;
  std::chrono::nanoseconds used_when_stopped_{0}, used_when_still_{0};
  Duration debt_{0}, computed_{0}, lasted_{0};
};

}  // namespace toptile
