// Texts of strangers inside HTML and XML.
#pragma once

#include <string>
#include <string_view>

namespace toptile {

// The text for an element or an attribute in quotes, of HTML or of XML 1.0. Characters that would be read as
// markup are escaped. Control characters, marks of direction, broken UTF-8 and what XML does not allow become
// U+FFFD. The text is cut after kLongestMarkup bytes.
std::string markup_text(std::string_view text);

inline constexpr std::size_t kLongestMarkup = 4000;

}  // namespace toptile
