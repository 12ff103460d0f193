// What the keys of a game on the screen do: the help, and the line of keys.
#pragma once

#include <string>

#include "cli/terminal/screen_line.h"

namespace toptile {

// The help in lines of so many columns.
ScreenLines help_lines(std::size_t columns);

// The keys for laying tiles, as many as there is room for. Letters, arrows, help and the way out are always
// among them.
std::string laying_keys(std::size_t columns, bool has_hints, bool has_exchange);

}  // namespace toptile
