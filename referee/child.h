// One process of a bot, from start to burial. It owns the process, the group it leads, and its stderr; its
// stdin and stdout go to whoever takes them (LineChannel). A bot is its first process: when that ends,
// whatever else is left in its group is killed, so that a forgotten grandchild cannot hold a pipe open or
// live on. (A process that leaves the group by setsid escapes; the sandbox is there for that.)
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/result.h"
#include "referee/deadline.h"
#include "referee/launch.h"
#include "referee/line_channel.h"

namespace boost::asio {
class io_context;
}

namespace toptile {

struct ChildExit {
  int wait_status = 0;  // As wait(2) gives it.
  // Of the process and of those children it waited for itself, user and system time together.
  std::chrono::microseconds processor_time{};
  // The largest among them. Never below what the referee used when it started the process: Linux counts from
  // the fork.
  std::uint64_t peak_memory_bytes = 0;

  bool is_success() const;    // Exit code 0.
  std::string words() const;  // "exit code 3", "killed by signal 11 (Segmentation fault)"
};

class Child {
 public:
  // Starts it (see start_process, also for errors). The calling thread alone runs `context`, which outlives
  // the child, and has to live as long as the child: it is killed when that thread ends.
  //
  // For the whole program, SIGPIPE is ignored from now on, so that writing to a dead bot is an error and no
  // death of ours, and an ignored SIGCHLD is not, as children would vanish unseen. Handlers that are
  // installed stay.
  static Result<Child> spawn(boost::asio::io_context& context, const Launch& launch);

  Child(Child&&) noexcept = default;
  Child& operator=(Child&& other) noexcept;
  // Kills the group and reaps. Does not wait long: a kill takes effect at once but for a process the kernel
  // itself cannot wake (a dead network disk), which is given up after 5 s.
  ~Child();

  pid_t pid() const;
  ChildPipes take_pipes();  // Once.

  // SIGKILL for the whole group, stopped processes too. Nothing to do once the exit has been seen.
  void kill_group();

  // How it ended, or nothing if it still runs at the deadline. Blocks at most until then and runs the event
  // loop meanwhile; whoever waits for a bot to leave by itself has to go on taking its lines, or it may block
  // in a write.
  std::optional<ChildExit> wait_exit(Deadline deadline);

  // The last 2 KiB it wrote on stderr; complete once the exit has been seen.
  std::string stderr_tail() const;

 private:
  struct State;
  explicit Child(std::shared_ptr<State> state);

  std::shared_ptr<State> state_;
};

}  // namespace toptile
