// The descendants of a process, as Linux lists them in /proc: everything that a bot started, even if it left
// the bot's group and session. A tree may change while it is read: a process that starts or ends meanwhile
// may be missed.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <vector>

namespace toptile {

struct TreeUse {
  std::uint64_t resident_bytes = 0;
  int processes = 0;
  int dead = 0;  // Zombies: processes that ended and wait to be reaped. The process limit counts them, too.
  int threads = 0;
  int descriptors = 0;  // Open files of the processes that this program may inspect.
};

// Children, their children, and so on, parents first. The root and zombies are left out.
std::vector<pid_t> descendants_of(pid_t root);

// Sends the signal to every descendant, then to those that have appeared meanwhile, until there are no new
// ones. Returns the processes that it was sent to.
std::set<pid_t> signal_descendants(pid_t root, int signal);

// Whether a descendant lives and is not about to exit. Children and grandchildren with a name in `aside` do
// not count, as they are the sandbox's own. A process chooses its own name, so a bot may have such a name,
// too.
bool has_living_descendant(pid_t root, std::span<const char* const> aside);

// The resources that all descendants use together.
TreeUse use_of_descendants(pid_t root);

// User and system time of the processes in a tree.
struct TreeTimes {
  // The exact time of each descendant, without its children.
  std::map<pid_t, std::chrono::nanoseconds> living;
  // The time of the processes that ended and were waited for, in ticks of the kernel's clock (10 ms), rounded
  // down.
  std::chrono::nanoseconds ended{0};
};
TreeTimes processor_times_of_descendants(pid_t root);
// The sum of these times. It may fall by a tick when a process ends.
std::chrono::nanoseconds processor_time_of_descendants(pid_t root);

// How long each thread of a descendant has been ready to run while all processors were busy with others, by
// thread ID. Empty if the kernel does not count it.
std::map<pid_t, std::chrono::nanoseconds> run_delays_of_descendants(pid_t root);

}  // namespace toptile
