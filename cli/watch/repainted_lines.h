// Lines at the end of a terminal that are overwritten repeatedly. It uses no alternate screen and no hidden
// cursor, so the terminal stays usable if the program is killed. The cursor stays below the lines.
#pragma once

#include <string>
#include <vector>

#include "cli/terminal/screen_line.h"
#include "cli/terminal/terminal.h"

namespace toptile {

class RepaintedLines {
 public:
  explicit RepaintedLines(int descriptor);

  // There must be fewer lines than the terminal has rows, each narrower than the terminal. If the width
  // changes, the terminal is expected to rewrap the existing lines, as most terminals do.
  void show(const std::vector<ScreenLine>& lines, const TerminalSize& size);
  // Removes the lines.
  void clear();

 private:
  std::string to_the_top(const TerminalSize& size) const;
  std::string painted(const ScreenLine& line) const;

  const int descriptor_;
  const bool has_colour_;
  std::vector<ScreenLine> shown_;
  TerminalSize size_;  // The size when the lines were shown.
};

}  // namespace toptile
