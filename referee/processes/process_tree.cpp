#include "referee/processes/process_tree.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/words.h"
#include "referee/processes/process_files.h"
#include "referee/processes/run_delay.h"

namespace toptile {
namespace {

namespace fs = std::filesystem;
using std::chrono::nanoseconds;

std::optional<ProcessStat> stat_of(pid_t pid) {
  return process_stat_in(fmt::format("/proc/{}", pid));
}

// In Linux, each thread adds a link to this folder, so the number of links gives the number of threads.
bool has_one_thread(pid_t pid) {
  constexpr nlink_t kLinksOfOne = 3;
  struct stat folder {};
  return ::stat(fmt::format("/proc/{}/task", pid).c_str(), &folder) == 0 && folder.st_nlink == kLinksOfOne;
}

void append_children_of(pid_t pid, std::vector<pid_t>& children) {
  if (!has_one_thread(pid)) return append_children_of_threads(pid, children);
  const auto list = text_of_process_file(fmt::format("/proc/{0}/task/{0}/children", pid).c_str());
  append_children_in(list.value_or(""), children);
}

// Zombies are included.
std::vector<pid_t> all_descendants_of(pid_t root) {
  std::vector<pid_t> found;
  append_children_of(root, found);
  for (std::size_t i = 0; i < found.size(); ++i) append_children_of(found[i], found);
  return found;
}

int descriptors_of(pid_t pid) {
  std::error_code gone;
  int count = 0;
  for (fs::directory_iterator entry("/proc/" + std::to_string(pid) + "/fd", gone), end; !gone && entry != end;
       entry.increment(gone))
    ++count;
  return count;
}

nanoseconds time_of_ended_children(pid_t pid) {
  const auto stat = stat_of(pid);
  return stat ? stat->ended_children : nanoseconds(0);
}

nanoseconds own_time_of(pid_t pid) {
  clockid_t clock{};
  timespec time{};
  if (::clock_getcpuclockid(pid, &clock) != 0 || ::clock_gettime(clock, &time) != 0) return nanoseconds(0);
  return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

}  // namespace

std::vector<pid_t> descendants_of(pid_t root) {
  std::vector<pid_t> living = all_descendants_of(root);
  std::erase_if(living, [](pid_t pid) {
    const auto stat = stat_of(pid);
    return !stat || !stat->is_alive();
  });
  return living;
}

std::set<pid_t> signal_descendants(pid_t root, int signal) {
  std::set<pid_t> told;
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (const pid_t pid : all_descendants_of(root)) {
      if (!told.insert(pid).second) continue;
      ::kill(pid, signal);
      is_new = true;
    }
  }
  return told;
}

bool has_living_descendant(pid_t root, std::span<const char* const> aside) {
  constexpr int kGenerationsAside = 2;  // The wrapper, and process 1 of the bot's namespace.
  const auto is_set_aside = [&](const std::string& name) {
    return std::ranges::find(aside, name) != aside.end();
  };
  std::vector<pid_t> parents = {root};
  for (int generation = 1; !parents.empty(); ++generation) {
    std::vector<pid_t> children;
    for (const pid_t parent : parents) append_children_of(parent, children);
    for (const pid_t child : children) {
      const auto stat = stat_of(child);
      const bool is_aside = generation <= kGenerationsAside && stat && is_set_aside(stat->name);
      if (stat && stat->is_alive() && !stat->is_ending() && !is_aside) return true;
    }
    parents = std::move(children);
  }
  return false;
}

TreeUse use_of_descendants(pid_t root) {
  TreeUse use;
  const auto page_bytes = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  for (const pid_t pid : all_descendants_of(root)) {
    const auto stat = stat_of(pid);
    if (stat && !stat->is_alive()) ++use.dead;
    if (!stat || !stat->is_alive()) continue;
    ++use.processes;
    use.threads += stat->threads;
    use.resident_bytes += stat->resident_pages * page_bytes;
    use.descriptors += descriptors_of(pid);
  }
  return use;
}

TreeTimes processor_times_of_descendants(pid_t root) {
  TreeTimes times;
  times.ended = time_of_ended_children(root);
  for (const pid_t pid : all_descendants_of(root)) {
    times.living[pid] += own_time_of(pid);
    times.ended += time_of_ended_children(pid);
  }
  return times;
}

nanoseconds processor_time_of_descendants(pid_t root) {
  const TreeTimes times = processor_times_of_descendants(root);
  nanoseconds sum = times.ended;
  for (const auto& [pid, time] : times.living) sum += time;
  return sum;
}

std::map<pid_t, nanoseconds> run_delays_of_descendants(pid_t root) {
  std::map<pid_t, nanoseconds> delays;
  for (const pid_t pid : all_descendants_of(root)) {
    std::error_code gone;
    const fs::path threads = fs::path("/proc") / std::to_string(pid) / "task";
    for (fs::directory_iterator thread(threads, gone), end; !gone && thread != end; thread.increment(gone)) {
      const auto number = parse_number<pid_t>(thread->path().filename().native());
      const auto text = text_of_process_file((thread->path() / "schedstat").c_str());
      const auto count = text ? parse_run_delay(*text) : std::nullopt;
      if (number && count) delays[*number] = count->delay;
    }
  }
  return delays;
}

}  // namespace toptile
