// The width of text in a terminal: most characters take one column, East Asian characters and pictographs
// take two, and combining marks take none.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace toptile {

std::size_t columns_of(char32_t character);
// The text must have no control characters.
std::size_t columns_of(std::string_view text);

// The text, or as much of its beginning as fits, followed by "…".
std::string cut_to_columns(std::string_view text, std::size_t columns);

// The text with spaces after or before it, so that it takes at least `columns` columns.
std::string padded_behind(std::string_view text, std::size_t columns);
std::string padded_before(std::string_view text, std::size_t columns);
// The text, cut or followed by spaces, so that it takes exactly `columns` columns.
std::string fitted_to(std::string_view text, std::size_t columns);

// The text's words in lines of at most `columns` columns. A longer word has a line of its own.
std::vector<std::string> lines_of(std::string_view text, std::size_t columns);
// The text in lines of at most `columns` columns, which must be at least 2, with all its spaces except where
// a line ends. A word that is longer than a line is broken. The first line keeps the text's margin, and the
// others are indented by two more columns.
std::vector<std::string> lines_with_margin(std::string_view text, std::size_t columns);
// The lines of lines_of with line ends between them. Each line but the first begins with `margin` spaces,
// which count as columns. The first has none because the caller has already printed its margin.
std::string wrapped(std::string_view text, std::size_t columns, std::size_t margin = 0);

}  // namespace toptile
