// A process under a keeper (referee/keeper.h), as the referee holds it. Whoever drops it, in whatever way,
// ends the process and everything that descends from it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "referee/deadline.h"
#include "referee/descriptor.h"

namespace toptile {

struct ChildExit {
  int wait_status = 0;  // As wait(2) gives it.
  // Of the process and of all its descendants, user and system time together.
  std::chrono::microseconds processor_time{};
  // The largest among them. Never below what the referee used when it started the process: Linux counts from
  // the fork.
  std::uint64_t peak_memory_bytes = 0;
  // Descendants that were still there when it had ended by itself, and were killed.
  int left_behind = 0;

  bool is_success() const;    // Exit code 0.
  std::string words() const;  // "exit code 3", "killed by signal 11 (Segmentation fault)"
};

// What a kill is waited for.
inline constexpr std::chrono::seconds kLongestBurial{5};

class KeptProcess {
 public:
  // `keeper` is a child of ours, `leash` our end of its socket.
  KeptProcess(pid_t keeper, pid_t process, UniqueDescriptor leash);
  KeptProcess(KeptProcess&& other) noexcept;
  KeptProcess& operator=(KeptProcess&& other) noexcept;
  // Kills and reaps. Does not wait long: a kill takes effect at once but for a process the kernel itself
  // cannot wake (a dead network disk), which is given up after 5 s.
  ~KeptProcess();

  pid_t process() const { return process_; }
  // The root of the tree in which all of it is (process_tree.h), the keeper itself aside.
  pid_t keeper() const { return keeper_; }
  // Readable when exit() has something to say.
  int leash() const { return leash_.number(); }

  // SIGKILL for the process and all descendants, those that stopped themselves too. Nothing to do once the
  // exit has been seen.
  void kill();

  // How it ended, once nothing of it is left; nothing before.
  const std::optional<ChildExit>& exit();
  // Blocks at most until then.
  const std::optional<ChildExit>& wait_exit(Deadline deadline);

 private:
  void end();
  void kill_abandoned() const;
  void reap_keeper(int* status) const;

  pid_t keeper_;
  pid_t process_;
  UniqueDescriptor leash_;
  UniqueDescriptor handle_;  // On the process (pidfd); closed where the kernel has none.
  std::optional<ChildExit> exit_;
};

}  // namespace toptile
