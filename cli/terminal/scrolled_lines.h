// A text that may have more lines than there is room for, and the keys that move through it.
#pragma once

#include <cstddef>

#include "cli/terminal/key.h"
#include "cli/terminal/screen_line.h"

namespace toptile {

// The lines that are shown if `top` comes first, in so many rows. If not all of them fit, the last row says
// which these are, and the text never ends above the last row but one.
ScreenLines scrolled(const ScreenLines& lines, std::size_t top, std::size_t rows, std::size_t width);

// The greatest `top` that changes anything.
std::size_t last_top(std::size_t lines, std::size_t rows);

// Moves `top` if this key moves through a text, and says whether it does. The end of the text may be passed:
// whoever draws it limits `top` to last_top.
bool scroll(const Key& key, std::size_t& top);

}  // namespace toptile
