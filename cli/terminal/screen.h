// The whole terminal as a screen: puts text at positions and reads keys. Only screen.cpp knows ncurses.
#pragma once

#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "cli/terminal/key.h"
#include "cli/terminal/screen_line.h"
#include "cli/terminal/terminal.h"

struct screen;  // A type of ncurses.

namespace toptile {

class Screen {
 public:
  // Takes over the terminal. Returns null if these streams are not a terminal, or if it cannot position text
  // or terminfo does not know it. There can be only one Screen at a time. Uses the terminal's colours, or
  // none if NO_COLOR is set.
  static std::unique_ptr<Screen> open(std::FILE* input = stdin, std::FILE* output = stdout);
  ~Screen();  // Restores the terminal and its previous contents.
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  TerminalSize size();

  void clear();
  // Text that does not fit is cut off, and text outside the screen is not shown. The text must not contain
  // control characters. For a tile, `height` is that of its stack, from 1.
  void put(int row, int column, std::string_view text, Ink ink = Ink::plain, int height = 0);
  void put(int row, int column, const ScreenLine& line);
  // Shows what was put since clear(), and the terminal's own cursor at this position. A row of -1 hides the
  // cursor.
  void show(int cursor_row = -1, int cursor_column = -1);

  // Waits for a key, for at most `wait`. Ctrl-C and Ctrl-Z are keys, too.
  Key read_key(std::chrono::milliseconds wait);

  // Releases the terminal and suspends the program, as Ctrl-Z does in a line-based program, until it is
  // continued.
  void suspend();

 private:
  enum class Palette { none, of_8, of_256 };  // Colours that the terminal has.

  Screen(struct screen* screen, int input, int output);
  void choose_palette();

  struct screen* const screen_;
  const int input_, output_;
  Palette palette_ = Palette::none;
};

// The text that clears this terminal and its scrollback, for a line-based program; empty if the terminal
// cannot do that, or if these are not a terminal.
std::string wiping_text(int input, int output);

}  // namespace toptile
