#include "conformance/process_group.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

#include "protocol/words.h"

namespace toptile::conformance {

namespace {

namespace fs = std::filesystem;

// Of /proc/PID/stat, what follows the name in brackets, which may hold anything.
struct Stat {
  char state = 'Z';
  pid_t group = 0;
  int threads = 0;
  std::uint64_t resident_pages = 0;
};

std::optional<Stat> stat_of(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  if (!std::getline(file, text)) return std::nullopt;
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  std::istringstream fields(text.substr(name_end + 1));
  Stat stat;
  std::string skipped;
  fields >> stat.state >> skipped >> stat.group;
  constexpr int kBetweenGroupAndThreads = 14, kBetweenThreadsAndResident = 3;
  for (int i = 0; i < kBetweenGroupAndThreads; ++i) fields >> skipped;
  fields >> stat.threads;
  for (int i = 0; i < kBetweenThreadsAndResident; ++i) fields >> skipped;
  fields >> stat.resident_pages;
  return fields ? std::optional(stat) : std::nullopt;
}

int descriptors_of(pid_t pid) {
  std::error_code gone;
  int count = 0;
  for (fs::directory_iterator entry("/proc/" + std::to_string(pid) + "/fd", gone), end; !gone && entry != end;
       entry.increment(gone))
    ++count;
  return count;
}

}  // namespace

std::vector<pid_t> members_of(pid_t group) {
  std::vector<pid_t> members;
  std::error_code error;
  for (fs::directory_iterator entry("/proc", error), end; !error && entry != end; entry.increment(error)) {
    const auto pid = parse_number<pid_t>(entry->path().filename().string());
    if (!pid) continue;
    const auto stat = stat_of(*pid);
    if (stat && stat->group == group && stat->state != 'Z' && stat->state != 'X') members.push_back(*pid);
  }
  return members;
}

GroupUse use_of(pid_t group) {
  GroupUse use;
  const auto page_bytes = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  for (const pid_t pid : members_of(group)) {
    const auto stat = stat_of(pid);
    if (!stat) continue;
    ++use.processes;
    use.threads += stat->threads;
    use.resident_bytes += stat->resident_pages * page_bytes;
    use.descriptors += descriptors_of(pid);
  }
  return use;
}

}  // namespace toptile::conformance
