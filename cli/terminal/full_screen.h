// The whole terminal: its other screen, keys as they are pressed, no cursor. However it is left, by a key, a
// signal or Ctrl-Z, the terminal is as it was before.
#pragma once

#include <termios.h>

#include <optional>
#include <string>
#include <vector>

#include "cli/terminal/key.h"
#include "cli/terminal/screen_line.h"
#include "cli/terminal/terminal.h"
#include "referee/deadline.h"
#include "referee/descriptor.h"

namespace toptile {

// On standard input and output, which must be a terminal. Only in a program of one thread: it keeps SIGINT,
// SIGTERM, SIGHUP, SIGTSTP, SIGCONT and SIGWINCH from it while it is there.
class FullScreen {
 public:
  FullScreen();
  ~FullScreen();
  FullScreen(const FullScreen&) = delete;
  FullScreen& operator=(const FullScreen&) = delete;

  TerminalSize size() const;
  // Fewer lines than the terminal has rows or as many, each narrower than it. Written over what is there, so
  // that nothing flickers.
  void show(const std::vector<ScreenLine>& lines);

  struct Event {
    enum class Kind {
      key,
      redraw,       // Another size, or back from Ctrl-Z: what was shown is gone.
      time,         // It is `until`.
      interrupted,  // Ctrl-C, SIGTERM, a closed terminal.
      input_ended,
    };
    Kind kind;
    Key key = {};
  };
  Event wait(std::optional<Instant> until);

 private:
  void enter();
  void leave();
  void stop_until_continued();
  std::optional<Event> take_signal();
  bool read_keys();

  const Palette palette_;
  termios before_{};
  UniqueDescriptor signals_;
  std::string keys_;   // Read and not yet handed out.
  std::string shown_;  // As written.
};

}  // namespace toptile
