// A table of texts, printed for people or for programs. The cells are plain text; characters that a format
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

// Every row has a cell for each column. Right-aligned columns contain numbers, in which - is a minus sign.
struct TextTable {
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
};

// The table for a terminal of `width` columns. If it is wider, its left-aligned column is cut, but to no less
// than 8 characters, so the table may remain wider.
std::string plain_table(const TextTable& table, std::size_t width);
std::string csv_table(const TextTable& table);
std::string markdown_table(const TextTable& table);  // In GitHub's Markdown.
std::string latex_table(const TextTable& table);     // A tabular that needs no package.

}  // namespace toptile
