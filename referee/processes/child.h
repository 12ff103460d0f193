// One process of a bot, from its start until it is reaped. It owns the process with all descendants, and its
// stderr; its stdin and stdout go to the caller that takes them (LineChannel). The bot is its first process:
// when that exits, everything else that it started is killed, so that a forgotten grandchild cannot live on
// or hold a pipe open. The same happens when the referee itself is killed.
#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "referee/processes/deadline.h"
#include "referee/processes/event_loop.h"
#include "referee/processes/launch.h"
#include "referee/processes/line_channel.h"

namespace toptile {

class Child {
 public:
  // Starts the process as start_process does, and fails as it does. Only the calling thread may
  // wait in the loop, which must outlive the child.
  //
  // This changes the signals of the whole program. SIGPIPE is ignored from now on, so that a write to a dead
  // bot is an error and does not kill this program. SIGCHLD is no longer ignored if it was, as children would
  // vanish unseen. Installed handlers stay in place.
  static Started<Child> spawn(EventLoop& loop, const Launch& launch);

  Child(Child&&) noexcept = default;
  Child& operator=(Child&& other) noexcept;
  ~Child();  // Does what ~KeptProcess does.

  pid_t pid() const;
  // All processes of the bot descend from here (process_tree.h).
  pid_t keeper() const;
  const ControlGroup* group() const;  // Holds all processes of the bot. Null: there is none.
  ChildPipes take_pipes();            // Can be called once.

  void kill();  // Does what KeptProcess::kill does.
  // Kills the bot if it still lives, and returns how it ended. Waits no longer than ~KeptProcess; nullopt if
  // that was not long enough.
  std::optional<ChildExit> bury();

  // Returns how the bot ended, or nullopt if it still runs at the deadline. Blocks at most until then, and
  // runs the event loop meanwhile. A caller that waits for a bot to exit by itself must continue to read its
  // lines, or the bot may block in a write.
  std::optional<ChildExit> wait_exit(Deadline deadline);

  // The last 2 KiB that the bot has written on stderr by now.
  std::string stderr_tail() const;

 private:
  struct State;
  explicit Child(std::shared_ptr<State> state);

  std::shared_ptr<State> state_;
};

}  // namespace toptile
