#include "conformance/fair_time.h"

#include <algorithm>

#include "referee/processes/process_tree.h"
#include "referee/processes/run_delay.h"

namespace toptile::conformance {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

FairTime::FairTime(pid_t root)
    : root_(root),
      delays_before_(run_delays_of_descendants(root)),
      used_before_(processor_time_of_descendants(root)),
      begin_(steady_clock::now()) {}

void FairTime::look() {
  for (const auto& [thread, delay] : run_delays_of_descendants(root_)) delays_seen_[thread] = delay;
}

steady_clock::duration FairTime::until(Instant arrival) {
  look();
  nanoseconds stood_by{0};
  for (const auto& [thread, delay] : delays_seen_) {
    const auto before = delays_before_.find(thread);
    stood_by += delay - (before == delays_before_.end() ? nanoseconds(0) : before->second);
  }
  const nanoseconds taken = std::max<nanoseconds>(arrival - begin_, nanoseconds(0));
  const nanoseconds used = processor_time_of_descendants(root_) - used_before_;
  const nanoseconds least = std::clamp(used / processors_of_this_thread(), nanoseconds(0), taken);
  return std::clamp(taken - stood_by, least, taken);
}

}  // namespace toptile::conformance
