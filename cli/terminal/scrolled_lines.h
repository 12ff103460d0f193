// Scrolls a text that may have more lines than there is room for.
#pragma once

#include <cstddef>

#include "cli/terminal/key.h"
#include "cli/terminal/screen_line.h"

namespace toptile {

// The visible lines, from `top`, in this many rows. If not all lines fit, the last row says which ones are
// visible, and the text always reaches down to the row before it.
ScreenLines scrolled(const ScreenLines& lines, std::size_t top, std::size_t rows, std::size_t width);

// The largest useful `top`.
std::size_t last_top(std::size_t lines, std::size_t rows);

// Changes `top` if this is a scrolling key, and returns whether it is. `top` may get past the end of the
// text: the caller limits it to last_top when drawing.
bool scroll(const Key& key, std::size_t& top);

}  // namespace toptile
