// One process of a bot, from start to burial. It owns the process with all that descends from it, and its
// stderr; its stdin and stdout go to whoever takes them (LineChannel). A bot is its first process: when that
// ends, whatever else it started is killed, so that a forgotten grandchild cannot hold a pipe open or live
// on. So it goes when the referee itself is killed.
#pragma once

#include <sys/types.h>

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

class Child {
 public:
  // Starts it (see start_process, also for failures). The calling thread alone runs `context`, which outlives
  // the child.
  //
  // For the whole program, SIGPIPE is ignored from now on, so that writing to a dead bot is an error and no
  // death of ours, and an ignored SIGCHLD is not, as children would vanish unseen. Handlers that are
  // installed stay.
  static Started<Child> spawn(boost::asio::io_context& context, const Launch& launch);

  Child(Child&&) noexcept = default;
  Child& operator=(Child&& other) noexcept;
  ~Child();  // As ~KeptProcess.

  pid_t pid() const;
  // Everything that the bot is descends from here (process_tree.h).
  pid_t keeper() const;
  const ControlGroup* group() const;  // Everything is a member of it, too. Null: there is none.
  ChildPipes take_pipes();            // Once.

  void kill();  // As KeptProcess::kill.
  // Kills it where it still lives, and says how it ended. Waits no longer than ~KeptProcess; nothing where
  // that was not enough.
  std::optional<ChildExit> bury();

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
