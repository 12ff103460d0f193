// Uses the whole terminal: its other screen without a cursor, and keys as soon as they are pressed. When it
// is left by a key, a signal or Ctrl-Z, the terminal is as it was before.
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

// It uses standard input and output, which must be a terminal. The program must have only one thread, because
// SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT and SIGWINCH are blocked in this thread while the screen is
// there.
class FullScreen {
 public:
  FullScreen();
  ~FullScreen();
  FullScreen(const FullScreen&) = delete;
  FullScreen& operator=(const FullScreen&) = delete;

  TerminalSize size() const;
  // There are no more lines than the terminal has rows, each narrower than the terminal. They are written
  // over what is there, so that nothing flickers.
  void show(const std::vector<ScreenLine>& lines);

  struct Event {
    enum class Kind {
      key,
      redraw,       // The size changed, or Ctrl-Z is over: what was shown is gone.
      time,         // The time `until` has come.
      interrupted,  // Ctrl-C, SIGTERM or a closed terminal.
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
  std::string keys_;   // The bytes that were read and have not become keys yet.
  std::string shown_;  // The text that was written last.
};

}  // namespace toptile
