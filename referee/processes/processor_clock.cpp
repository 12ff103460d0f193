#include "referee/processes/processor_clock.h"

#include <algorithm>

namespace toptile {

using std::chrono::nanoseconds;

ProcessorClock::ProcessorClock(WatchedTree& tree, const ControlGroup* group)
    : tree_(tree), group_(group), tree_before_(time_of_tree()), group_before_(time_of_group()) {}

nanoseconds ProcessorClock::time_of_tree() {
  tree_.look();
  return tree_.used();
}

nanoseconds ProcessorClock::time_of_group() const {
  return group_ != nullptr ? group_->processor_time().value_or(nanoseconds(0)) : nanoseconds(0);
}

nanoseconds ProcessorClock::read() {
  return std::max(time_of_tree() - tree_before_, time_of_group() - group_before_);
}

}  // namespace toptile
