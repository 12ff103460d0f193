// The last line that a process wrote.
#pragma once

#include <string>
#include <string_view>

namespace toptile {

// The last line of a text that has any, as messages show it, cut after `most_characters`. Empty lines do not
// count; a text without others gives an empty one.
std::string last_line_of(std::string_view text, int most_characters = 100);

}  // namespace toptile
