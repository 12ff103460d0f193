#include "referee/processor_clock.h"

#include <algorithm>

namespace toptile {

using std::chrono::nanoseconds;

ProcessorClock::ProcessorClock(pid_t keeper, const ControlGroup* group)
    : tree_(keeper), group_(group), group_before_(time_of_group()) {}

nanoseconds ProcessorClock::time_of_group() const {
  return group_ != nullptr ? group_->processor_time().value_or(nanoseconds(0)) : nanoseconds(0);
}

nanoseconds ProcessorClock::read() {
  return std::max(tree_.read(), time_of_group() - group_before_);
}

}  // namespace toptile
