#include "referee/processes/run_delay.h"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>

#include "base/words.h"

namespace toptile {

RunDelay::Count RunDelay::so_far() {
  if (is_missing_) return {};
  if (!file_.is_open()) file_ = UniqueDescriptor(::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC));
  char bytes[96];
  const ssize_t size = ::pread(file_.number(), bytes, sizeof bytes, 0);
  const auto count = parse_run_delay({bytes, static_cast<std::size_t>(std::max<ssize_t>(size, 0))});
  is_missing_ = !count;
  return count.value_or(Count{});
}

// The file has the form "RUNNING WAITING SLICES", the first two in nanoseconds.
std::optional<RunDelay::Count> parse_run_delay(std::string_view text) {
  take_word(text);
  const auto delay = parse_number<std::int64_t>(take_word(text));
  const auto times_run = parse_number<std::uint64_t>(text.substr(0, text.find('\n')));
  if (!delay || !times_run) return std::nullopt;
  return RunDelay::Count{std::chrono::nanoseconds(*delay), *times_run};
}

int processors_of_this_thread() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return ::sched_getaffinity(0, sizeof set, &set) == 0 ? std::max(CPU_COUNT(&set), 1) : 1;
}

}  // namespace toptile
