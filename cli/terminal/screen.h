// The whole terminal as a screen: it puts text at places and reads keys. Only screen.cpp knows ncurses.
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
  // Takes the terminal; null if these are no terminal, or one that cannot place text or that terminfo does
  // not know. There can be only one Screen at a time. Colours are those that the terminal has, and none if
  // NO_COLOR is set.
  static std::unique_ptr<Screen> open(std::FILE* input = stdin, std::FILE* output = stdout);
  ~Screen();  // Leaves the terminal as it was, with all that was in it before.
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  TerminalSize size();

  void clear();
  // Text that does not fit is cut off, and nothing is shown outside the screen. The text has no control
  // characters. For a tile, `height` is that of its stack, from 1.
  void put(int row, int column, std::string_view text, Ink ink = Ink::plain, int height = 0);
  void put(int row, int column, const ScreenLine& line);
  // Shows what was put since clear(), and the terminal's own cursor at this place. A row of -1 hides the
  // cursor.
  void show(int cursor_row = -1, int cursor_column = -1);

  // Waits for a key, at most for `wait`. Ctrl-C and Ctrl-Z are keys, too.
  Key read_key(std::chrono::milliseconds wait);

  // Gives the terminal back and stops the program, as Ctrl-Z does in a program in lines, until it is
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

// What empties this terminal and what it keeps above its screen, for a program in lines; empty if it has no
// such thing, or if these are no terminal.
std::string wiping_text(int input, int output);

}  // namespace toptile
