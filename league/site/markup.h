// Escapes untrusted text for HTML and XML.
#pragma once

#include <string>
#include <string_view>

namespace toptile {

// The text for an element or a quoted attribute of HTML or XML 1.0. Characters that would be read as markup
// are escaped. Control characters, direction marks, invalid UTF-8 and characters that XML does not allow
// become U+FFFD. The text is cut after kMaxMarkup bytes.
std::string markup_text(std::string_view text);

inline constexpr std::size_t kMaxMarkup = 4000;

}  // namespace toptile
