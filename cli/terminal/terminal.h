// What the verbs say to people.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/result.h"

namespace toptile {

// "toptile: WHAT: WHY" on stderr; the exit code for wrong use or input.
int complain(const Error& error);

// On stderr, before a bot in a folder is built.
void tell_of_build(const std::string& bot);

bool is_terminal(int descriptor);
// A terminal that can go back and write over its lines, as TERM says.
bool can_repaint(int descriptor);
// Unless NO_COLOR is set to something.
bool wants_colour();

struct TerminalSize {
  std::size_t columns = 80, rows = 24;
};
// As it is now; 80 by 24 where that is unknown.
TerminalSize terminal_size(int descriptor);

// What all output is written for, where no terminal says otherwise.
inline constexpr std::size_t kColumns = 80;

// Standard output, all at once; a reader that has gone ends the program quietly.
void print(std::string_view text);

// A path as a terminal is shown it: whatever it holds, one line that does nothing.
std::string shown_path(std::string_view path);

// "0:07", "1:02:45"
std::string clock_text(long seconds);

}  // namespace toptile
