// The processes that descend from one, as Linux tells of them in /proc: whatever a bot started, also what
// left its group and its session. A tree may change while it is read; what ends or begins meanwhile may be
// missed.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <vector>

namespace toptile {

struct TreeUse {
  std::uint64_t resident_bytes = 0;
  int processes = 0;
  int threads = 0;
  int descriptors = 0;  // Counts those of processes that may be looked into.
};

// Children, their children, and so on, parents first, without the root; not the dead that wait to be reaped.
std::vector<pid_t> descendants_of(pid_t root);

// To every descendant, and once more to those that appear meanwhile, until none does. Gives those it went to.
std::set<pid_t> signal_descendants(pid_t root, int signal);

// Whether every thread of every descendant is stopped, or dead.
bool are_descendants_stopped(pid_t root);

// Whether one of them lives and is not just about to end; children and grandchildren of that name aside,
// which are the sandbox's own. A process has the name that it gives itself, so that a bot may have it, too.
bool has_living_descendant(pid_t root, std::string_view aside);

// All descendants together.
TreeUse use_of_descendants(pid_t root);

// User and system time of the processes of a tree.
struct TreeTimes {
  std::map<pid_t, std::chrono::nanoseconds> living;  // Of each descendant alone; exact.
  // Of those that ended and were waited for: in ticks of the kernel's clock (10 ms), rounded down.
  std::chrono::nanoseconds ended{0};
};
TreeTimes processor_times_of_descendants(pid_t root);
// All of it together; it may fall by a tick when one ends.
std::chrono::nanoseconds processor_time_of_descendants(pid_t root);

// What a tree uses of processors from now on. Children whose parent does not wait for them (SIGCHLD ignored)
// take their time with them when they end: what they had at the last reading is counted all the same, so it
// should be read often. May be a tick of the kernel's clock too high.
class TreeClock {
 public:
  explicit TreeClock(pid_t root);

  std::chrono::nanoseconds read();

 private:
  const pid_t root_;
  TreeTimes last_;
  std::chrono::nanoseconds used_{0};
};

}  // namespace toptile
