// The CPU time that a bot uses from now on, from two sources. The tree of its processes is exact for living
// processes, but misses those that ended unseen (watched_tree.h). A control group, if the bot has one, misses
// none, but is a tick of the kernel's clock late for running processes. So the greater of both counts.
#pragma once

#include <chrono>

#include "referee/processes/control_group.h"
#include "referee/processes/watched_tree.h"

namespace toptile {

class ProcessorClock {
 public:
  // `group` may be null.
  ProcessorClock(WatchedTree& tree, const ControlGroup* group);

  std::chrono::nanoseconds read();

 private:
  std::chrono::nanoseconds time_of_tree();
  std::chrono::nanoseconds time_of_group() const;

  WatchedTree& tree_;
  const ControlGroup* const group_;
  const std::chrono::nanoseconds tree_before_, group_before_;
};

}  // namespace toptile
