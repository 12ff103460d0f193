// What a bot uses of processors from now on, by the two that know something of it. The tree of its processes
// is exact for those that live, and misses what ended unseen (process_tree.h). A control group, where the bot
// has one, misses nobody, but is a tick of the kernel's late with who runs. So it is the greater of both.
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
