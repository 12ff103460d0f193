#include "cli/terminal/screen.h"

#define NCURSES_NOMACROS  // The macros would replace names like move and clear everywhere.
#include <fmt/format.h>
#include <langinfo.h>
#include <ncurses.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <clocale>
#include <csignal>
#include <cstring>
#include <string>
#include <utility>

#include "base/text_columns.h"

// From terminfo, whose own header, <term.h>, defines macros such as columns and lines.
extern "C" {
int setupterm(const char* terminal, int descriptor, int* found);
char* tigetstr(const char* capability);
}

namespace toptile {

namespace {

constexpr int kEscapeDelay = 50;  // Esc is a key of its own if nothing follows it for this many milliseconds.
constexpr wint_t kEscape = 0x1b;

struct Colours {
  short text, ground;
};
constexpr int kHeights = 7;  // Higher stacks look like the last ones.

// Stacks go from pale to deep where there are enough colours.
struct InkColours {
  std::array<Colours, kHeights> tiles;
  Colours laid, cursor, alarm;
};
constexpr InkColours kOf256 = {
    {{{16, 230}, {16, 222}, {16, 215}, {16, 208}, {231, 166}, {231, 124}, {231, 53}}},
    {16, 114},
    {231, 26},
    {COLOR_RED, -1}};
constexpr InkColours kOf8 = {{{{COLOR_BLACK, COLOR_WHITE},
                               {COLOR_BLACK, COLOR_CYAN},
                               {COLOR_BLACK, COLOR_GREEN},
                               {COLOR_WHITE, COLOR_BLUE},
                               {COLOR_WHITE, COLOR_MAGENTA},
                               {COLOR_WHITE, COLOR_MAGENTA},
                               {COLOR_WHITE, COLOR_MAGENTA}}},
                             {COLOR_BLACK, COLOR_YELLOW},
                             {COLOR_WHITE, COLOR_RED},
                             {COLOR_RED, -1}};

// ncurses identifies colours by pair numbers. Tiles have the pairs from 1 to kHeights.
constexpr short kLaidPair = kHeights + 1, kCursorPair = kHeights + 2, kAlarmPair = kHeights + 3;

short pair_of(Ink ink, int height) {
  switch (ink) {
    case Ink::tile:
    case Ink::new_tile:
      return static_cast<short>(std::clamp(height, 1, kHeights));
    case Ink::laid:
      return kLaidPair;
    case Ink::cursor:
      return kCursorPair;
    case Ink::alarm:
      return kAlarmPair;
    case Ink::plain:
    case Ink::strong:
    case Ink::dim:
    case Ink::present:
      break;
  }
  return 0;
}

attr_t attributes_of(Ink ink, bool has_colour) {
  switch (ink) {
    case Ink::plain:
      return A_NORMAL;
    case Ink::strong:
    case Ink::alarm:
      return A_BOLD;
    case Ink::dim:
      return A_DIM;
    case Ink::present:
      return A_REVERSE;
    case Ink::tile:
      return has_colour ? A_NORMAL : A_REVERSE;
    case Ink::new_tile:
    case Ink::laid:
    case Ink::cursor:
      return has_colour ? A_BOLD : A_REVERSE | A_BOLD;
  }
  return A_NORMAL;
}

// ncurses counts columns by the locale's characters, and everything here is UTF-8.
void choose_locale() {
  std::setlocale(LC_CTYPE, "");
  if (std::strcmp(::nl_langinfo(CODESET), "UTF-8") != 0) std::setlocale(LC_CTYPE, "C.UTF-8");
}

// A key with Shift, Alt or Ctrl is the same key here. Terminals agree about these sequences, but terminfo
// does not have all of them.
void know_modified_keys() {
  struct Sequence {
    std::string_view before, behind;
    int code;
  };
  constexpr Sequence kSequences[] = {
      {"1", "A", KEY_UP},   {"1", "B", KEY_DOWN}, {"1", "C", KEY_RIGHT}, {"1", "D", KEY_LEFT},
      {"1", "H", KEY_HOME}, {"1", "F", KEY_END},  {"5", "~", KEY_PPAGE}, {"6", "~", KEY_NPAGE},
  };
  for (const auto& [before, behind, code] : kSequences)
    for (char modifiers = '2'; modifiers <= '8'; ++modifiers)
      ::define_key(fmt::format("\x1b[{};{}{}", before, modifiers, behind).c_str(), code);
}

// ncurses delivers an unknown sequence byte by byte. If Esc begins one, this discards the rest.
bool skip_unknown_sequence() {
  ::wtimeout(stdscr, 0);
  wint_t code = 0;
  const int found = ::wget_wch(stdscr, &code);
  if (found == ERR) return false;
  if (found == KEY_CODE_YES) {
    ::ungetch(static_cast<int>(code));
    return false;
  }
  if (code != '[' && code != 'O') {
    ::unget_wch(static_cast<wchar_t>(code));
    return false;
  }
  while (::wget_wch(stdscr, &code) == OK && (code < '@' || code > '~')) {
  }
  return true;
}

Key::Name name_of(wint_t code) {
  using Name = Key::Name;
  constexpr std::pair<int, Name> kNames[] = {
      {KEY_LEFT, Name::left},           {KEY_RIGHT, Name::right},     {KEY_UP, Name::up},
      {KEY_DOWN, Name::down},           {KEY_HOME, Name::home},       {KEY_END, Name::end},
      {KEY_PPAGE, Name::page_up},       {KEY_NPAGE, Name::page_down}, {KEY_ENTER, Name::enter},
      {KEY_BACKSPACE, Name::backspace}, {KEY_DC, Name::del},          {KEY_F(1), Name::f1},
      {KEY_RESIZE, Name::redraw},
  };
  for (const auto& [key, name] : kNames)
    if (static_cast<wint_t>(key) == code) return name;
  return Name::unknown;
}

Key key_of(wint_t character) {
  switch (character) {
    case '\r':
    case '\n':
      return {Key::Name::enter};
    case '\t':
      return {Key::Name::tab};
    case '\b':
    case 0x7f:
      return {Key::Name::backspace};
    case kEscape:
      return {skip_unknown_sequence() ? Key::Name::unknown : Key::Name::escape};
    default:
      return character < ' ' ? Key{Key::Name::control, static_cast<char32_t>('@' + character)}
                             : Key{Key::Name::character, static_cast<char32_t>(character)};
  }
}

bool is_terminal_gone(int descriptor) {
  pollfd input{descriptor, POLLIN, 0};
  return ::poll(&input, 1, 0) == 1 && (input.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
}

// Whether the program was stopped and continued. A program cannot catch SIGSTOP, but it can catch the SIGCONT
// after it.
std::atomic<bool> was_continued = false;

void note_continued(int) {
  was_continued = true;
}

void set_continued_handler(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGCONT, &action, nullptr);
}

}  // namespace

std::unique_ptr<Screen> Screen::open(std::FILE* input, std::FILE* output) {
  const int in = ::fileno(input), out = ::fileno(output);
  if (!is_terminal(in) || !can_repaint(out)) return nullptr;
  choose_locale();
  SCREEN* const screen = ::newterm(nullptr, output, input);
  if (screen == nullptr) return nullptr;
  return std::unique_ptr<Screen>(new Screen(screen, in, out));
}

Screen::Screen(struct screen* screen, int input, int output)
    : screen_(screen), input_(input), output_(output) {
  ::set_term(screen);
  ::raw();
  ::noecho();
  ::nonl();
  ::keypad(stdscr, TRUE);
  ::set_escdelay(kEscapeDelay);
  know_modified_keys();
  choose_palette();
  set_continued_handler(note_continued);
}

Screen::~Screen() {
  set_continued_handler(SIG_DFL);
  ::endwin();
  ::delscreen(screen_);
}

void Screen::choose_palette() {
  if (!wants_colour() || !::has_colors() || ::start_color() != OK || ::use_default_colors() != OK) return;
  // A terminal with more than 256 colours has no such palette; only its first 8 are the usual ones.
  palette_ = COLORS == 256 ? Palette::of_256 : Palette::of_8;
  const InkColours& palette = palette_ == Palette::of_256 ? kOf256 : kOf8;
  const auto set = [](short pair, const Colours& colours) {
    ::init_pair(pair, colours.text, colours.ground);
  };
  for (int height = 1; height <= kHeights; ++height)
    set(pair_of(Ink::tile, height), palette.tiles[height - 1]);
  set(kLaidPair, palette.laid);
  set(kCursorPair, palette.cursor);
  set(kAlarmPair, palette.alarm);
}

TerminalSize Screen::size() {
  const TerminalSize now = terminal_size(output_);
  const int rows = static_cast<int>(now.rows), columns = static_cast<int>(now.columns);
  if (::is_term_resized(rows, columns)) ::resizeterm(rows, columns);
  return now;
}

void Screen::clear() {
  ::werase(stdscr);
}

void Screen::put(int row, int column, std::string_view text, Ink ink, int height) {
  const int columns = getmaxx(stdscr);
  if (row < 0 || row >= getmaxy(stdscr) || column < 0 || column >= columns) return;
  const std::string shown = cut_to_columns(text, static_cast<std::size_t>(columns - column));
  const bool has_colour = palette_ != Palette::none;
  ::wattr_set(stdscr, attributes_of(ink, has_colour), has_colour ? pair_of(ink, height) : short{0}, nullptr);
  ::mvwaddnstr(stdscr, row, column, shown.data(), static_cast<int>(shown.size()));
  ::wattr_set(stdscr, A_NORMAL, 0, nullptr);
}

void Screen::put(int row, int column, const ScreenLine& line) {
  for (const ScreenLine::Piece& piece : line.pieces()) {
    put(row, column, piece.text, piece.ink, piece.height);
    column += static_cast<int>(columns_of(piece.text));
  }
}

void Screen::show(int cursor_row, int cursor_column) {
  const bool has_cursor = cursor_row >= 0 && cursor_row < getmaxy(stdscr) && cursor_column < getmaxx(stdscr);
  ::curs_set(has_cursor ? 1 : 0);
  if (has_cursor) ::wmove(stdscr, cursor_row, cursor_column);
  ::wrefresh(stdscr);
}

Key Screen::read_key(std::chrono::milliseconds wait) {
  if (was_continued.exchange(false)) {
    ::endwin();  // The next refresh takes over the terminal again, and redraws everything.
    return {Key::Name::redraw};
  }
  ::wtimeout(stdscr, static_cast<int>(wait.count()));
  wint_t code = 0;
  switch (::wget_wch(stdscr, &code)) {
    case ERR:
      return {is_terminal_gone(input_) ? Key::Name::gone : Key::Name::none};
    case KEY_CODE_YES:
      return {name_of(code)};
    default:
      return key_of(code);
  }
}

void Screen::suspend() {
  // Releases the terminal first. A shell may print "Stopped" as soon as another process of the job has
  // stopped, and leaving the full screen after that would erase it.
  ::endwin();
  ::kill(0, SIGTSTP);  // The whole job, as Ctrl-Z does. ncurses returns when it continues.
}

std::string wiping_text(int input, int output) {
  if (!is_terminal(input) || !can_repaint(output)) return "";
  int found = 0;
  if (::setupterm(nullptr, output, &found) != OK || found != 1) return "";
  std::string text;
  for (const char* capability : {"clear", "E3"}) {
    const char* const said = ::tigetstr(capability);
    if (said != nullptr && said != reinterpret_cast<const char*>(-1)) text += said;
  }
  return text;
}

}  // namespace toptile
