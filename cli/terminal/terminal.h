// The verbs' output for people, and the properties of the terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace toptile {

// Prints "toptile: WHAT: WHY" on stderr, and returns the exit code for wrong use or input.
int complain(const Error& error);

// Prints on stderr that a bot in a folder will now be built.
void tell_of_build(const std::string& bot);

bool is_terminal(int descriptor);
// Whether it is a terminal that, according to TERM, can move up and overwrite its lines.
bool can_repaint(int descriptor);
// Whether colours are wanted: true unless NO_COLOR is set and not empty.
bool wants_colour();

struct TerminalSize {
  std::size_t columns = 80, rows = 24;
};
// The size now, or 80 by 24 if it is unknown.
TerminalSize terminal_size(int descriptor);

// The width of all output, unless a terminal has a different one.
inline constexpr std::size_t kColumns = 80;

// Writes the whole text to standard output. If the reader is gone, the program exits silently.
void print(std::string_view text);

// A path that is safe to show in a terminal: one line without control characters, whatever the path contains.
std::string shown_path(std::string_view path);

// A text such as "0:07" or "1:02:45".
std::string clock_text(long seconds);

}  // namespace toptile
