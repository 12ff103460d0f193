// Texts as wide as a terminal shows them: most characters take one column, those of East Asian scripts and
// pictures two, marks that sit on another none.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace toptile {

std::size_t columns_of(char32_t character);
// Of a text without control characters.
std::size_t columns_of(std::string_view text);

// The text, or as much of its beginning as fits with a "…" behind it.
std::string cut_to_columns(std::string_view text, std::size_t columns);

// The text with blanks behind it, or before it, where it takes less.
std::string padded_behind(std::string_view text, std::size_t columns);
std::string padded_before(std::string_view text, std::size_t columns);

// The text's words in lines that take no more, where no word is longer.
std::vector<std::string> lines_of(std::string_view text, std::size_t columns);
// The same with line ends between them; with a margin, for a text that begins behind one, as many blanks
// before each line but the first.
std::string wrapped(std::string_view text, std::size_t columns, std::size_t margin = 0);

}  // namespace toptile
