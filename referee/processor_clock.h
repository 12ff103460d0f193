// The processor time that a bot uses from now on, from two sources. The tree of its processes is exact for
// those that live, but misses those that ended unseen (process_tree.h). A control group, if the bot has one,
// misses none, but is a tick of the kernel's clock late for those that run. So the greater of both counts.
#pragma once

#include <sys/types.h>

#include <chrono>

#include "referee/control_group.h"
#include "referee/process_tree.h"

namespace toptile {

class ProcessorClock {
 public:
  // `group` may be null.
  ProcessorClock(pid_t keeper, const ControlGroup* group);

  std::chrono::nanoseconds read();

 private:
  std::chrono::nanoseconds time_of_group() const;

  TreeClock tree_;
  const ControlGroup* const group_;
  const std::chrono::nanoseconds group_before_;
};

}  // namespace toptile
