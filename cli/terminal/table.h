// A table of texts, printed for people or for programs. The cells are plain text; signs that a format
// reserves are escaped here.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace toptile {

enum class Align { left, right };

struct Column {
  std::string heading;
  Align align = Align::right;
};

// Every row has a cell for each column. Columns aligned to the right hold figures, in which a - is a minus.
struct TextTable {
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
};

// The table in `width` columns of a terminal. If it is wider, its column aligned to the left is cut, but to 8
// characters at least; so the table can stay wider.
std::string plain_table(const TextTable& table, std::size_t width);
std::string csv_table(const TextTable& table);
std::string markdown_table(const TextTable& table);  // The Markdown that GitHub reads.
std::string latex_table(const TextTable& table);     // A tabular that needs no package.

}  // namespace toptile
