// The terminal as a screen: it puts text at places and reads keys. Only curses.cpp knows ncurses.
#pragma once

#include <chrono>
#include <memory>
#include <string_view>

struct screen;  // A type of ncurses.

namespace toptile {

enum class PlayInk {
  plain,
  bold,
  faint,
  inverse,
  warning,
  laid,    // A tile that is being laid.
  cursor,  // The square where the cursor is.
  stack1,  // A tile on top of a stack of that height; stack5 stands for all higher ones.
  stack2,
  stack3,
  stack4,
  stack5,
};
PlayInk ink_of_stack(int height);

struct PlayKey {
  enum class Kind {
    none,  // Nothing was pressed in time.
    character,
    left,
    right,
    up,
    down,
    enter,
    tab,
    backspace,
    escape,
    hint,
    exchange,
    pass,
    help,
    quit,
    resized,
    other,
  };
  Kind kind = Kind::none;
  char32_t character = 0;  // The character of Kind::character.
};

class Curses {
 public:
  // Takes the terminal of standard input and output; null if it is no terminal, or cannot place text. There
  // can be only one Curses at a time.
  static std::unique_ptr<Curses> open();
  ~Curses();  // Leaves the terminal as it was.
  Curses(const Curses&) = delete;
  Curses& operator=(const Curses&) = delete;

  int rows() const;
  int columns() const;
  bool has_colour() const { return has_colour_; }

  void clear();
  // Text that does not fit is cut off. Nothing is shown outside the screen.
  void put(int row, int column, std::string_view text, PlayInk ink = PlayInk::plain);
  // Shows what was put since clear(), and the terminal's own cursor at this place. A row of -1 hides the
  // cursor.
  void show(int cursor_row = -1, int cursor_column = -1);

  // Waits for a key, at most for `wait`. If the terminal is gone, the key is Kind::quit.
  PlayKey read_key(std::chrono::milliseconds wait);

 private:
  explicit Curses(struct screen* screen) : screen_(screen) {}
  struct screen* screen_;
  bool has_colour_ = false;
};

}  // namespace toptile
