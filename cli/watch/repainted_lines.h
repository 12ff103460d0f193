// Lines at the end of a terminal that are written over and over, in place: no other screen, no cursor hidden,
// nothing to be put right when the program is killed. The cursor rests below them.
#pragma once

#include <string>
#include <vector>

#include "cli/watch/live_picture.h"

namespace toptile {

class RepaintedLines {
 public:
  explicit RepaintedLines(int descriptor);

  // Fewer lines than the terminal has rows, each narrower than it. After a change of width the lines there
  // are taken to be wrapped anew, as most terminals do.
  void show(const std::vector<PictureLine>& lines, const TerminalSize& size);
  // Takes them away.
  void clear();

 private:
  std::string to_the_top(const TerminalSize& size) const;
  std::string painted(const PictureLine& line) const;

  const int descriptor_;
  const bool has_colour_;
  std::vector<PictureLine> shown_;
  TerminalSize size_;  // When they were shown.
};

}  // namespace toptile
