#include "tournaments/run/machine.h"

#include <fmt/format.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

#include <algorithm>

#include "base/files.h"
#include "base/parallel.h"
#include "base/utf8.h"

namespace toptile {

namespace {

std::string processor_name() {
  constexpr std::string_view kKey = "model name";
  constexpr std::size_t kMaxBytes = 100;
  const auto text = read_file("/proc/cpuinfo");
  if (!text) return "unknown processor";
  std::string_view rest = text.value();
  rest.remove_prefix(std::min(rest.find(kKey), rest.size()));
  rest = rest.substr(0, rest.find('\n'));
  rest.remove_prefix(std::min(rest.find(": "), rest.size()));
  return rest.size() <= 2 ? "unknown processor" : clean_text(rest.substr(2), kMaxBytes);
}

std::string system_name() {
  constexpr std::size_t kMaxBytes = 200;
  struct utsname name {};
  if (::uname(&name) != 0) return "unknown system";
  return clean_text(fmt::format("{} {} {}", name.sysname, name.release, name.machine), kMaxBytes);
}

std::int64_t memory_in_mb() {
  struct sysinfo information {};
  if (::sysinfo(&information) != 0) return 0;
  return static_cast<std::int64_t>((std::uint64_t{information.totalram} * information.mem_unit) >> 20);
}

}  // namespace

Machine this_machine() {
  return {.system = system_name(),
          .processor = processor_name(),
          .processors = static_cast<int>(usable_processors().size()),
          .memory_mb = memory_in_mb()};
}

}  // namespace toptile
