#include "tournaments/run/processor_use.h"

#include <sys/resource.h>

#include <algorithm>
#include <numeric>

namespace toptile {

namespace {

using std::chrono::microseconds;
using std::chrono::steady_clock;

microseconds time_used_by(int who) {
  rusage usage{};
  ::getrusage(who, &usage);
  const auto time = [](const timeval& value) {
    return std::chrono::seconds(value.tv_sec) + microseconds(value.tv_usec);
  };
  return time(usage.ru_utime) + time(usage.ru_stime);
}

microseconds sum_of(const std::vector<SessionUse>& bots) {
  microseconds sum{0};
  for (const SessionUse& bot : bots) sum += bot.processor_time;
  return sum;
}

}  // namespace

microseconds ProcessorUse::all() const {
  return own + sum_of(bots);
}

double ProcessorUse::own_share() const {
  const auto sum = all();
  return sum.count() > 0 ? static_cast<double>(own.count()) / static_cast<double>(sum.count()) : 0;
}

ProcessorMeter::ProcessorMeter()
    : begin_(steady_clock::now()),
      own_(time_used_by(RUSAGE_SELF)),
      children_(time_used_by(RUSAGE_CHILDREN)) {}

// Keepers wait for the bots, and this program waits for the keepers. So the keepers used the difference
// between the use of this program's children and that of the bots.
ProcessorUse ProcessorMeter::read(std::vector<SessionUse> bots, int processors) const {
  ProcessorUse use;
  const microseconds keepers = time_used_by(RUSAGE_CHILDREN) - children_ - sum_of(bots);
  use.own = time_used_by(RUSAGE_SELF) - own_ + std::max(keepers, microseconds(0));
  use.possible = std::chrono::duration_cast<microseconds>(steady_clock::now() - begin_) * processors;
  use.bots = std::move(bots);
  return use;
}

}  // namespace toptile
