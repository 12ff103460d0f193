// The tree of a bot's processes (process_tree.h), for repeated checks (looks) while games are played. What is
// known of a process is kept between looks, with open files of /proc. So a look costs two system calls for
// each process, and a third one for each that has run meanwhile.
//
// A process whose own clock has not moved has not run. So it has started no thread, and has waited for no
// child. The clock of a process that runs during a look may be a tick behind: the kernel sets it at the next
// tick, or when the process stops running. A later look then finds what this one missed. A process that has
// not run may still have got children, because the kernel gives the children of a process that ends to one
// that still lives. So all lists of children are read in every look.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <ctime>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "base/descriptor.h"

namespace toptile {

class WatchedTree {
 public:
  // Takes a first look.
  explicit WatchedTree(pid_t root);

  // Whether any of the processes has run, or has started or ended, since the last look.
  bool look();

  // User and system time of all descendants together from the construction to the last look. The root is left
  // out, and processes that ended are included where the kernel has counted them: the time of a child whose
  // parent does not wait for it (SIGCHLD ignored) is lost when it ends, except what it had used at the last
  // look. So one should look often. It may be a tick of the kernel's clock (10 ms) too high.
  std::chrono::nanoseconds used() const { return used_; }

  // Looks, and sends the signal to every descendant, then to those that have appeared meanwhile, until there
  // are no new ones. Returns the processes that it was sent to.
  std::set<pid_t> signal(int signal);

  // Whether every thread of every descendant is stopped or dead. Only descendants that the last look found
  // count.
  bool is_stopped() const;

  // The number of descendants at the last look, including zombies.
  std::size_t size() const { return processes_.size() - 1; }

 private:
  struct Process {
    std::optional<clockid_t> clock;              // nullopt if it was already gone when it was found.
    std::chrono::nanoseconds time{0};            // Used by the process itself.
    std::chrono::nanoseconds ended_children{0};  // Used by the children that it has waited for.
    int threads = 1;
    bool is_listed = false;  // Whether the present look has found it in a list of children.
    UniqueDescriptor stat, children;
  };
  using Processes = std::map<pid_t, Process>;

  Process open(pid_t pid) const;
  template <class IsGone>
  void forget_if(const IsGone& is_gone);
  static bool read_stat(pid_t pid, Process& process);
  void append_children_of(pid_t pid, const Process& process);
  bool list();
  bool note(pid_t pid);
  void count_ended();

  const pid_t root_;
  Processes processes_;  // The root is one of them.
  std::vector<pid_t> found_;
  std::chrono::nanoseconds used_{0};
  std::chrono::nanoseconds gone_{0};  // Used by the processes that the present look finds to be gone.
  std::chrono::nanoseconds ended_children_{0};  // The sum over all processes at the last look.
};

}  // namespace toptile
