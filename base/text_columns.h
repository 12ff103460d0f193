// The width of texts in a terminal: most characters take one column, those of East Asian scripts and pictures
// take two, and marks that sit on another character take none.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace toptile {

std::size_t columns_of(char32_t character);
// The text must have no control characters.
std::size_t columns_of(std::string_view text);

// The text, or as much of its beginning as fits with a "…" behind it.
std::string cut_to_columns(std::string_view text, std::size_t columns);

// The text with blanks behind or before it, so that it takes at least `columns` columns.
std::string padded_behind(std::string_view text, std::size_t columns);
std::string padded_before(std::string_view text, std::size_t columns);
// The text, cut or with blanks behind it, so that it takes exactly `columns` columns.
std::string fitted_to(std::string_view text, std::size_t columns);

// The text's words in lines of at most `columns` columns. A longer word has a line of its own.
std::vector<std::string> lines_of(std::string_view text, std::size_t columns);
// The text in lines of at most `columns` columns, from 2, with all its blanks but those where a line ends. A
// word that is longer than a line is broken. The first line keeps the text's margin, and the others have two
// columns more.
std::vector<std::string> lines_with_margin(std::string_view text, std::size_t columns);
// The lines of lines_of with line ends between them. Each line but the first begins with `margin` blanks,
// which count among the columns. The first has none because such a text begins behind a margin.
std::string wrapped(std::string_view text, std::size_t columns, std::size_t margin = 0);

}  // namespace toptile
