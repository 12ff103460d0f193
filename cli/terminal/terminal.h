// What the verbs say to people.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace toptile {

// Prints "toptile: WHAT: WHY" on stderr, and returns the exit code for wrong use or input.
int complain(const Error& error);

// Says on stderr that a bot in a folder will now be built.
void tell_of_build(const std::string& bot);

bool is_terminal(int descriptor);
// Whether it is a terminal that, by TERM, can go back and write over its lines.
bool can_repaint(int descriptor);
// Whether colours are wanted: unless NO_COLOR is set to something.
bool wants_colour();

struct TerminalSize {
  std::size_t columns = 80, rows = 24;
};
// The size now, or 80 by 24 if it is unknown.
TerminalSize terminal_size(int descriptor);

// All output is written for this width, unless a terminal has another one.
inline constexpr std::size_t kColumns = 80;

// Writes all the text to standard output. If the reader is gone, the program ends quietly.
void print(std::string_view text);

// A path that can be shown in a terminal: whatever is in it, this is one line without control characters.
std::string shown_path(std::string_view path);

// A text such as "0:07" or "1:02:45".
std::string clock_text(long seconds);

}  // namespace toptile
