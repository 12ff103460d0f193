#include "referee/processes/watched_tree.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <optional>
#include <string>

#include "referee/processes/process_files.h"

namespace toptile {
namespace {

using std::chrono::nanoseconds;

// The maximum number of processes whose files are kept open; those of other processes are opened in each
// look. A bot in the sandbox has three processes, and its keeper is the fourth.
constexpr std::size_t kMaxKept = 6;

std::optional<clockid_t> clock_of(pid_t pid) {
  clockid_t clock{};
  return ::clock_getcpuclockid(pid, &clock) == 0 ? std::optional(clock) : std::nullopt;
}

std::optional<nanoseconds> time_on(std::optional<clockid_t> clock) {
  timespec time{};
  if (!clock || ::clock_gettime(*clock, &time) != 0) return std::nullopt;
  return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

// The number of a process that ended may be that of another one, which has used less time.
bool is_gone(std::optional<nanoseconds> time_now, nanoseconds time_before) {
  return !time_now || *time_now < time_before;
}

// The folder of the main thread has the same times and numbers as that of the process, and is read faster.
std::string file_of(pid_t pid, const char* name) {
  return fmt::format("/proc/{0}/task/{0}/{1}", pid, name);
}

UniqueDescriptor open_file_of(pid_t pid, const char* name) {
  return UniqueDescriptor(::open(file_of(pid, name).c_str(), O_RDONLY | O_CLOEXEC));
}

std::optional<std::string> text_of(pid_t pid, const char* name, const UniqueDescriptor& kept) {
  return kept.is_open() ? text_of_process_file(kept.number())
                        : text_of_process_file(file_of(pid, name).c_str());
}

std::optional<ProcessStat> stat_of(pid_t pid, const UniqueDescriptor& kept) {
  const auto text = text_of(pid, "stat", kept);
  return text ? parse_process_stat(*text) : std::nullopt;
}

bool is_still(const ProcessStat& stat) {
  return stat.is_stopped() || !stat.is_alive();
}

bool are_threads_still(pid_t pid) {
  std::error_code gone;
  const auto threads = std::filesystem::path("/proc") / std::to_string(pid) / "task";
  for (std::filesystem::directory_iterator thread(threads, gone), end; !gone && thread != end;
       thread.increment(gone)) {
    const auto stat = process_stat_in(thread->path().string());
    if (stat && !is_still(*stat)) return false;
  }
  return true;
}

}  // namespace

WatchedTree::WatchedTree(pid_t root) : root_(root) {
  processes_.emplace(root, open(root));
  look();
  used_ = nanoseconds(0);
}

bool WatchedTree::look() {
  gone_ = nanoseconds(0);
  bool has_changed = false;
  forget_if([&](pid_t pid, Process& process) {
    const auto time = time_on(process.clock);
    const bool has_run = time != process.time;
    has_changed = has_changed || has_run;
    if (is_gone(time, process.time) || (has_run && !read_stat(pid, process))) return true;
    if (pid != root_) used_ += *time - process.time;
    process.time = *time;
    return false;
  });
  const bool is_any_new = list();
  count_ended();
  return has_changed || is_any_new;
}

// The clock is read first, so that anything the process does later shows in the next look.
WatchedTree::Process WatchedTree::open(pid_t pid) const {
  Process process;
  process.clock = clock_of(pid);
  process.time = time_on(process.clock).value_or(nanoseconds(0));
  if (processes_.size() < kMaxKept) {
    process.stat = open_file_of(pid, "stat");
    process.children = open_file_of(pid, "children");
  }
  read_stat(pid, process);
  return process;
}

// False if a file that was kept open shows that the process is gone.
bool WatchedTree::read_stat(pid_t pid, Process& process) {
  const auto stat = stat_of(pid, process.stat);
  if (!stat) return !process.stat.is_open();
  process.ended_children = stat->ended_children;
  process.threads = stat->threads;
  return true;
}

void WatchedTree::append_children_of(pid_t pid, const Process& process) {
  if (process.threads > 1) return append_children_of_threads(pid, found_);
  append_children_in(text_of(pid, "children", process.children).value_or(""), found_);
}

// Forgets the processes that are gone, but never the root.
template <class IsGone>
void WatchedTree::forget_if(const IsGone& is_gone) {
  for (auto at = processes_.begin(); at != processes_.end();) {
    auto& [pid, process] = *at;
    if (!is_gone(pid, process) || pid == root_) {
      ++at;
      continue;
    }
    gone_ += process.time;
    at = processes_.erase(at);
  }
}

// Reads all lists of children, and returns whether they have a new process. A process that is in no list may
// have been missed, as lists change while they are read; it is kept as long as it certainly lives.
bool WatchedTree::list() {
  found_.clear();
  for (auto& [pid, process] : processes_) {
    process.is_listed = false;
    found_.push_back(pid);
  }
  const std::size_t known = found_.size();
  for (std::size_t parent = 0; parent < found_.size(); ++parent) {
    const auto first = static_cast<std::ptrdiff_t>(found_.size());
    append_children_of(found_[parent], processes_.at(found_[parent]));
    found_.erase(std::remove_if(found_.begin() + first, found_.end(), [&](pid_t pid) { return !note(pid); }),
                 found_.end());
  }
  const bool is_any_new = found_.size() > known;
  forget_if([](pid_t, const Process& process) { return !process.is_listed && !process.stat.is_open(); });
  return is_any_new;
}

// Notes that a list has this process, and returns whether it is new.
bool WatchedTree::note(pid_t pid) {
  auto at = processes_.find(pid);
  const bool is_new = at == processes_.end();
  if (is_new) {
    at = processes_.emplace(pid, open(pid)).first;
    used_ += at->second.time;
  }
  at->second.is_listed = true;
  return is_new;
}

// `used_` has the time that vanished processes had used at the last look. The kernel has their whole time, if
// it has any of it. It adds the time of a child to that of its parent before the child is gone, whether the
// parent's clock has moved yet or not. So the sum is read again until it has all those that are gone, and
// none that is still there.
void WatchedTree::count_ended() {
  nanoseconds sum{0}, counted{0};
  do {
    counted = gone_;
    if (counted > nanoseconds(0)) {
      forget_if([](pid_t pid, Process& process) { return !read_stat(pid, process); });
    }
    sum = nanoseconds(0);
    for (const auto& [pid, process] : processes_) sum += process.ended_children;
    if (sum != ended_children_) {
      forget_if([](pid_t, const Process& process) { return is_gone(time_on(process.clock), process.time); });
    }
  } while (gone_ > counted);
  used_ += std::max(sum - ended_children_ - gone_, nanoseconds(0));
  ended_children_ = sum;
}

std::set<pid_t> WatchedTree::signal(int signal) {
  std::set<pid_t> told;
  for (bool is_new = true; is_new;) {
    look();
    is_new = false;
    for (const auto& [pid, process] : processes_) {
      if (pid == root_ || !told.insert(pid).second) continue;
      ::kill(pid, signal);
      is_new = true;
    }
  }
  return told;
}

bool WatchedTree::is_stopped() const {
  return std::ranges::all_of(processes_, [this](const auto& entry) {
    const auto& [pid, process] = entry;
    if (pid == root_) return true;
    const auto stat = stat_of(pid, process.stat);
    return !stat || (stat->threads > 1 ? are_threads_still(pid) : is_still(*stat));
  });
}

}  // namespace toptile
