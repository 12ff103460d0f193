#include "referee/run_delay.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "protocol/words.h"

namespace toptile {

// The file holds "RUNNING WAITING SLICES", the first two in nanoseconds.
RunDelay::Count RunDelay::so_far() {
  if (is_missing_) return {};
  if (!file_.is_open()) file_ = UniqueDescriptor(::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC));
  char bytes[96];
  const ssize_t size = ::pread(file_.number(), bytes, sizeof bytes, 0);
  std::string_view text(bytes, static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  take_word(text);
  const auto delay = parse_number<std::int64_t>(take_word(text));
  const auto times_run = parse_number<std::uint64_t>(text.substr(0, text.find('\n')));
  is_missing_ = !delay || !times_run;
  return is_missing_ ? Count{} : Count{std::chrono::nanoseconds(*delay), *times_run};
}

}  // namespace toptile
