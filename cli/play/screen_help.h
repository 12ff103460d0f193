// The help on the keys of a game on the screen, and the line of keys.
#pragma once

#include <string>

#include "cli/terminal/screen_line.h"

namespace toptile {

// The help, wrapped to this many columns.
ScreenLines help_lines(std::size_t columns);

// The keys for laying tiles, as many as there is room for. Letters, arrows, help and leaving are always
// included.
std::string laying_keys(std::size_t columns, bool has_hints, bool has_exchange);

}  // namespace toptile
