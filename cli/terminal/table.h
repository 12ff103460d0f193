// A table of texts, printed as people and programs want it. The cells are plain; what a format reserves is
// escaped here.
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

// Every row has a cell for each column. Columns on the right hold figures, in which a - is a minus.
struct TextTable {
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
};

// In so many columns of a terminal, if the columns but the one on the left fit into less than that: that one
// is cut, at 8 characters at the earliest.
std::string plain_table(const TextTable& table, std::size_t width);
std::string csv_table(const TextTable& table);
std::string markdown_table(const TextTable& table);  // As GitHub reads it.
std::string latex_table(const TextTable& table);     // A tabular that needs no package.

}  // namespace toptile
