#include "cli/play/curses.h"

#define NCURSES_NOMACROS  // The macros would replace names like move and clear everywhere.
#include <langinfo.h>
#include <ncurses.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cstring>
#include <string>

#include "cli/terminal/terminal.h"
#include "protocol/text_columns.h"

namespace toptile {

namespace {

constexpr int control(char letter) {
  return letter - '@';
}

// The colours of the inks. Inks that have none are not in the list.
struct Colours {
  PlayInk ink;
  short text, ground;
};
constexpr Colours kColours[] = {
    {PlayInk::warning, COLOR_RED, -1},          {PlayInk::laid, COLOR_BLACK, COLOR_YELLOW},
    {PlayInk::cursor, COLOR_WHITE, COLOR_RED},  {PlayInk::stack1, COLOR_BLACK, COLOR_WHITE},
    {PlayInk::stack2, COLOR_BLACK, COLOR_CYAN}, {PlayInk::stack3, COLOR_BLACK, COLOR_GREEN},
    {PlayInk::stack4, COLOR_WHITE, COLOR_BLUE}, {PlayInk::stack5, COLOR_WHITE, COLOR_MAGENTA},
};

short pair_of(PlayInk ink) {
  return static_cast<short>(static_cast<int>(ink) + 1);
}

attr_t attributes_of(PlayInk ink, bool has_colour) {
  switch (ink) {
    case PlayInk::plain:
      return A_NORMAL;
    case PlayInk::bold:
      return A_BOLD;
    case PlayInk::faint:
      return A_DIM;
    case PlayInk::inverse:
      return A_REVERSE;
    case PlayInk::warning:
      return A_BOLD;
    case PlayInk::laid:
    case PlayInk::cursor:
      return has_colour ? A_BOLD : A_REVERSE | A_BOLD;
    case PlayInk::stack1:
    case PlayInk::stack2:
    case PlayInk::stack3:
    case PlayInk::stack4:
    case PlayInk::stack5:
      return has_colour ? A_NORMAL : A_REVERSE;
  }
  return A_NORMAL;
}

// ncurses counts columns by the locale's characters, and everything here is UTF-8.
void choose_locale() {
  std::setlocale(LC_CTYPE, "");
  if (std::strcmp(::nl_langinfo(CODESET), "UTF-8") != 0) std::setlocale(LC_CTYPE, "C.UTF-8");
}

bool is_terminal_gone() {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return ::poll(&input, 1, 0) == 1 && (input.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
}

}  // namespace

PlayInk ink_of_stack(int height) {
  return static_cast<PlayInk>(static_cast<int>(PlayInk::stack1) + std::clamp(height, 1, 5) - 1);
}

std::unique_ptr<Curses> Curses::open() {
  if (!is_terminal(STDIN_FILENO) || !can_repaint(STDOUT_FILENO)) return nullptr;
  choose_locale();
  ::use_env(TRUE);
  SCREEN* const screen = ::newterm(nullptr, stdout, stdin);
  if (screen == nullptr) return nullptr;
  ::set_term(screen);
  std::unique_ptr<Curses> curses(new Curses(screen));
  ::raw();
  ::noecho();
  ::nonl();
  ::keypad(stdscr, TRUE);
  ::set_escdelay(25);
  ::leaveok(stdscr, FALSE);
  if (wants_colour() && ::has_colors() && ::start_color() == OK && ::use_default_colors() == OK) {
    curses->has_colour_ = true;
    for (const Colours& colours : kColours) ::init_pair(pair_of(colours.ink), colours.text, colours.ground);
  }
  return curses;
}

Curses::~Curses() {
  ::endwin();
  ::delscreen(screen_);
}

int Curses::rows() const {
  return getmaxy(stdscr);
}

int Curses::columns() const {
  return getmaxx(stdscr);
}

void Curses::clear() {
  ::werase(stdscr);
}

void Curses::put(int row, int column, std::string_view text, PlayInk ink) {
  if (row < 0 || row >= rows() || column < 0 || column >= columns()) return;
  const std::string shown = cut_to_columns(text, static_cast<std::size_t>(columns() - column));
  const bool is_coloured = std::ranges::find(kColours, ink, &Colours::ink) != std::end(kColours);
  ::wattr_set(stdscr, attributes_of(ink, has_colour_),
              has_colour_ && is_coloured ? pair_of(ink) : static_cast<short>(0), nullptr);
  ::mvwaddnstr(stdscr, row, column, shown.data(), static_cast<int>(shown.size()));
  ::wattr_set(stdscr, A_NORMAL, 0, nullptr);
}

void Curses::show(int cursor_row, int cursor_column) {
  const bool has_cursor = cursor_row >= 0 && cursor_row < rows() && cursor_column < columns();
  ::curs_set(has_cursor ? 1 : 0);
  if (has_cursor) ::wmove(stdscr, cursor_row, cursor_column);
  ::wrefresh(stdscr);
}

PlayKey Curses::read_key(std::chrono::milliseconds wait) {
  using Kind = PlayKey::Kind;
  ::wtimeout(stdscr, static_cast<int>(wait.count()));
  wint_t code = 0;
  const int found = ::wget_wch(stdscr, &code);
  if (found == ERR) return {is_terminal_gone() ? Kind::quit : Kind::none};
  if (found == KEY_CODE_YES) {
    switch (code) {
      case KEY_LEFT:
        return {Kind::left};
      case KEY_RIGHT:
        return {Kind::right};
      case KEY_UP:
        return {Kind::up};
      case KEY_DOWN:
        return {Kind::down};
      case KEY_ENTER:
        return {Kind::enter};
      case KEY_BACKSPACE:
      case KEY_DC:
        return {Kind::backspace};
      case KEY_RESIZE:
        return {Kind::resized};
      case KEY_F(1):
        return {Kind::help};
      default:
        return {Kind::other};
    }
  }
  switch (code) {
    case '\r':
    case '\n':
      return {Kind::enter};
    case '\t':
      return {Kind::tab};
    case 0x7f:
    case control('H'):
      return {Kind::backspace};
    case 0x1b:
      return {Kind::escape};
    case '?':
      return {Kind::hint};
    case control('E'):
      return {Kind::exchange};
    case control('P'):
      return {Kind::pass};
    case control('G'):
      return {Kind::help};
    case control('C'):
    case control('Q'):
    case control('D'):
      return {Kind::quit};
    default:
      return {code < ' ' ? Kind::other : Kind::character, static_cast<char32_t>(code)};
  }
}

}  // namespace toptile
