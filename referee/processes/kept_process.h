// The referee's hold on a process under a keeper, its supervisor process (referee/processes/keeper.h).
// Releasing it, in whatever way, ends the process and all of its descendants.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "base/descriptor.h"
#include "referee/processes/deadline.h"

namespace toptile {

struct ChildExit {
  int wait_status = 0;  // As wait(2) returns it.
  // User and system time of the process and of all its descendants.
  std::chrono::microseconds processor_time{};
  // The peak of the largest of these processes. It is never below what the referee used when it started the
  // process, as Linux counts from the fork.
  std::uint64_t peak_memory_bytes = 0;
  // The number of descendants that still lived when the process had exited by itself, and that were killed.
  int left_behind = 0;

  bool is_success() const;    // Whether the exit code is 0.
  std::string words() const;  // "exit code 3", "killed by signal 11 (Segmentation fault)"
};

// The maximum wait for a killed process to end.
inline constexpr std::chrono::seconds kMaxBurial{5};

class KeptProcess {
 public:
  // `keeper` is a child of this process, and `leash` is this process's end of its socket.
  KeptProcess(pid_t keeper, pid_t process, UniqueDescriptor leash);
  KeptProcess(KeptProcess&& other) noexcept;
  KeptProcess& operator=(KeptProcess&& other) noexcept;
  // Kills and reaps. A kill takes effect at once, unless the kernel itself cannot wake the process (a dead
  // network disk). Such a process is given up after 5 s.
  ~KeptProcess();

  pid_t process() const { return process_; }
  // The root of the tree of all processes of the bot (process_tree.h). The keeper itself is not one of them.
  pid_t keeper() const { return keeper_; }
  // Becomes readable when exit() has news.
  int leash() const { return leash_.number(); }

  // Kills the process and all descendants, even those that stopped themselves. Does nothing once the exit has
  // been seen.
  void kill();

  // How the process ended, once nothing of it is left; nullopt before.
  const std::optional<ChildExit>& exit();
  // Does the same, but blocks until the process has ended or the deadline has come.
  const std::optional<ChildExit>& wait_exit(Deadline deadline);

 private:
  void end();
  void kill_abandoned() const;
  void reap_keeper(int* status) const;

  pid_t keeper_;
  pid_t process_;
  UniqueDescriptor leash_;
  UniqueDescriptor handle_;  // A pidfd of the process; not open if the kernel has no pidfds.
  std::optional<ChildExit> exit_;
};

}  // namespace toptile
