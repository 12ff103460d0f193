#include "referee/process_tree.h"

#include <fcntl.h>
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

#include "protocol/words.h"
#include "referee/descriptor.h"

namespace toptile {
namespace {

namespace fs = std::filesystem;
using std::chrono::nanoseconds;

// What /proc/PID/stat says. The name in it stands in brackets and may hold any character.
struct Stat {
  std::string name;
  char state = 'Z';
  unsigned flags = 0;
  std::int64_t ended_ticks = 0;  // The time of children that were waited for.
  int threads = 0;
  std::uint64_t resident_pages = 0;

  bool is_alive() const { return state != 'Z' && state != 'X'; }
  bool is_ending() const { return (flags & 0x4) != 0; }  // PF_EXITING in the kernel's sched.h.
  bool is_stopped() const { return state == 'T' || state == 't'; }
};

// Uses nothing but system calls, as it must be fast: the trees of bots are looked at in every move that takes
// its time.
std::optional<std::string> text_of(const char* path) {
  const UniqueDescriptor file(::open(path, O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return std::nullopt;
  std::string text;
  char bytes[1024];
  for (ssize_t count; (count = ::read(file.number(), bytes, sizeof bytes)) > 0;)
    text.append(bytes, static_cast<std::size_t>(count));
  return text;
}

// Takes the next of the numbers that are separated by blanks; 0 if it is not a number.
template <class Number>
Number take_number(std::string_view& text) {
  return parse_number<Number>(take_word(text)).value_or(0);
}

std::optional<Stat> stat_in(const std::string& folder) {
  const auto text = text_of((folder + "/stat").c_str());
  const std::size_t name_end = text ? text->rfind(')') : std::string::npos;
  if (name_end == std::string::npos) return std::nullopt;
  std::string_view fields = std::string_view(*text).substr(name_end + 1);
  const auto skip = [&fields](int count) {
    for (int i = 0; i < count; ++i) take_word(fields);
  };
  constexpr int kToFlags = 5, kToEndedTime = 6, kToThreads = 2, kToResident = 3;
  const std::string_view state = take_word(fields);
  if (state.size() != 1) return std::nullopt;
  Stat stat;
  stat.state = state.front();
  const std::size_t name_begin = text->find('(') + 1;
  stat.name = text->substr(name_begin, name_end - name_begin);
  skip(kToFlags);
  stat.flags = take_number<unsigned>(fields);
  skip(kToEndedTime);
  stat.ended_ticks = take_number<std::int64_t>(fields);
  stat.ended_ticks += take_number<std::int64_t>(fields);
  skip(kToThreads);
  stat.threads = take_number<int>(fields);
  skip(kToResident);
  stat.resident_pages = take_number<std::uint64_t>(fields);
  return stat;
}

std::optional<Stat> stat_of(pid_t pid) {
  return stat_in(fmt::format("/proc/{}", pid));
}

void append_numbers(const std::string& list, std::vector<pid_t>& numbers) {
  pid_t number = 0;
  for (const char c : list) {
    if (c >= '0' && c <= '9') {
      number = number * 10 + (c - '0');
    } else {
      if (number != 0) numbers.push_back(number);
      number = 0;
    }
  }
  if (number != 0) numbers.push_back(number);
}

// In Linux, each thread adds a link to this folder, so the number of links tells.
bool has_one_thread(pid_t pid) {
  constexpr nlink_t kLinksOfOne = 3;
  struct stat folder {};
  return ::stat(fmt::format("/proc/{}/task", pid).c_str(), &folder) == 0 && folder.st_nlink == kLinksOfOne;
}

// Linux lists the children of a process under the thread that started each of them.
void append_children_of(pid_t pid, std::vector<pid_t>& children) {
  if (has_one_thread(pid)) {
    const auto list = text_of(fmt::format("/proc/{0}/task/{0}/children", pid).c_str());
    return append_numbers(list.value_or(""), children);
  }
  std::error_code gone;
  const fs::path threads = fs::path("/proc") / std::to_string(pid) / "task";
  for (fs::directory_iterator thread(threads, gone), end; !gone && thread != end; thread.increment(gone)) {
    const auto list = text_of((thread->path() / "children").c_str());
    append_numbers(list.value_or(""), children);
  }
}

// The dead are included as long as nobody has reaped them.
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
  static const std::int64_t ticks_a_second = ::sysconf(_SC_CLK_TCK);
  const auto stat = stat_of(pid);
  return nanoseconds(stat ? stat->ended_ticks * (1'000'000'000 / ticks_a_second) : 0);
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

bool are_descendants_stopped(pid_t root) {
  for (const pid_t pid : all_descendants_of(root)) {
    std::error_code gone;
    const fs::path threads = fs::path("/proc") / std::to_string(pid) / "task";
    for (fs::directory_iterator thread(threads, gone), end; !gone && thread != end; thread.increment(gone)) {
      const auto stat = stat_in(thread->path().string());
      if (stat && stat->is_alive() && !stat->is_stopped()) return false;
    }
  }
  return true;
}

bool has_living_descendant(pid_t root, std::string_view aside) {
  constexpr int kGenerationsAside = 2;  // Bubblewrap, and process 1 of the bot's namespace.
  std::vector<pid_t> parents = {root};
  for (int generation = 1; !parents.empty(); ++generation) {
    std::vector<pid_t> children;
    for (const pid_t parent : parents) append_children_of(parent, children);
    for (const pid_t child : children) {
      const auto stat = stat_of(child);
      const bool is_aside = generation <= kGenerationsAside && stat && stat->name == aside;
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

TreeClock::TreeClock(pid_t root) : root_(root), last_(processor_times_of_descendants(root)) {}

// The time of a process that is gone is in what the kernel has counted of the ended, or nowhere.
nanoseconds TreeClock::read() {
  TreeTimes now = processor_times_of_descendants(root_);
  nanoseconds gone{0};
  for (const auto& [pid, time] : last_.living) {
    const auto still = now.living.find(pid);
    if (still == now.living.end() || still->second < time) {
      gone += time;
    } else {
      used_ += still->second - time;
    }
  }
  for (const auto& [pid, time] : now.living) {
    const auto before = last_.living.find(pid);
    if (before == last_.living.end() || time < before->second) used_ += time;
  }
  // `used_` has what the gone had at the last reading. The kernel has all of it, if it has any.
  used_ += std::max(now.ended - last_.ended - gone, nanoseconds(0));
  last_ = std::move(now);
  return used_;
}

}  // namespace toptile
