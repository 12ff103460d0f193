// The terminal as a screen, by ncurses: text at places, keys in. The one file that knows the library is
// curses.cpp.
#pragma once

#include <chrono>
#include <memory>
#include <string_view>

struct screen;  // ncurses' own.

namespace toptile {

enum class PlayInk {
  plain,
  bold,
  faint,
  inverse,
  warning,
  laid,    // A tile that is being laid.
  cursor,  // The square where the cursor stands.
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
  char32_t character = 0;  // Of Kind::character.
};

class Curses {
 public:
  // Takes the terminal of standard input and output; nothing where it is none, or cannot place text. One at a
  // time.
  static std::unique_ptr<Curses> open();
  ~Curses();  // The terminal as it was.
  Curses(const Curses&) = delete;
  Curses& operator=(const Curses&) = delete;

  int rows() const;
  int columns() const;
  bool has_colour() const { return has_colour_; }

  void clear();
  // What does not fit is cut off; what is outside is not shown.
  void put(int row, int column, std::string_view text, PlayInk ink = PlayInk::plain);
  // Shows what was put since clear(), and the terminal's own cursor there, or none with a row of -1.
  void show(int cursor_row = -1, int cursor_column = -1);

  // Kind::quit where the terminal is gone.
  PlayKey read_key(std::chrono::milliseconds wait);

 private:
  explicit Curses(struct screen* screen) : screen_(screen) {}
  struct screen* screen_;
  bool has_colour_ = false;
};

}  // namespace toptile
