#include "cli/terminal/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/text_columns.h"
#include "base/utf8.h"
#include "tournaments/exchange/csv_rows.h"

namespace toptile {
namespace {

constexpr std::size_t kLeast = 8;  // The minimum width of a cut column.
constexpr std::size_t kColumnGap = 2;

std::vector<std::size_t> widths_of(const TextTable& table, std::size_t width) {
  std::vector<std::size_t> widths;
  std::size_t others = 0, flexible = table.columns.size();
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    std::size_t longest = columns_of(table.columns[i].heading);
    for (const auto& row : table.rows) longest = std::max(longest, columns_of(row[i]));
    widths.push_back(longest);
    if (table.columns[i].align == Align::left) flexible = i;
    others += longest + (i > 0 ? kColumnGap : 0);
  }
  if (flexible == table.columns.size() || others <= width) return widths;
  const std::size_t over = others - width;
  widths[flexible] =
      widths[flexible] > kLeast + over ? widths[flexible] - over : std::min(widths[flexible], kLeast);
  return widths;
}

template <class Escape>
std::string joined(const std::vector<std::string>& cells, std::string_view separator, Escape escape) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i)
    line += (i > 0 ? std::string(separator) : "") + escape(cells[i], i);
  return line;
}

std::vector<std::string> headings(const TextTable& table) {
  std::vector<std::string> cells;
  for (const Column& column : table.columns) cells.push_back(column.heading);
  return cells;
}

std::string in_markdown(std::string_view text) {
  constexpr std::string_view kMarks = "\\`*_[]<>|~#&";
  std::string escaped;
  for (const char c : text) {
    if (kMarks.find(c) != kMarks.npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string in_latex(std::string_view text, Align align) {
  std::string escaped;
  while (!text.empty()) {
    const std::string_view before = text;
    const auto character = take_character(text);
    switch (character.value_or(U'?')) {
      case U'&':
      case U'%':
      case U'$':
      case U'#':
      case U'_':
      case U'{':
      case U'}':
        escaped += fmt::format("\\{}", before.front());
        break;
      case U'\\':
        escaped += "\\textbackslash{}";
        break;
      case U'~':
        escaped += "\\textasciitilde{}";
        break;
      case U'^':
        escaped += "\\textasciicircum{}";
        break;
      case U'<':
        escaped += "\\textless{}";
        break;
      case U'>':
        escaped += "\\textgreater{}";
        break;
      case U'|':
        escaped += "\\textbar{}";
        break;
      case U'"':
        escaped += "\\char34{}";
        break;
      case U'±':
        escaped += "$\\pm$";
        break;
      case U'∞':
        escaped += "$\\infty$";
        break;
      case U'-':
        escaped += align == Align::right ? "$-$" : "-";
        break;
      default:
        escaped += before.substr(0, before.size() - text.size());
    }
  }
  return escaped;
}

}  // namespace

std::string plain_table(const TextTable& table, std::size_t width) {
  const std::vector<std::size_t> widths = widths_of(table, width);
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text =
        joined(cells, std::string(kColumnGap, ' '), [&](const std::string& cell, std::size_t i) {
          const std::string shown = cut_to_columns(cell, widths[i]);
          return table.columns[i].align == Align::left ? padded_behind(shown, widths[i])
                                                       : padded_before(shown, widths[i]);
        });
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
  };
  std::string text = line(headings(table));
  for (const auto& row : table.rows) text += line(row);
  return text;
}

std::string csv_table(const TextTable& table) {
  const auto line = [](const std::vector<std::string>& cells) {
    return joined(cells, ",", [](const std::string& cell, std::size_t) { return csv_field(cell); }) + "\n";
  };
  std::string text = line(headings(table));
  for (const auto& row : table.rows) text += line(row);
  return text;
}

std::string markdown_table(const TextTable& table) {
  const auto line = [](const std::vector<std::string>& cells) {
    return "| " +
           joined(cells, " | ", [](const std::string& cell, std::size_t) { return in_markdown(cell); }) +
           " |\n";
  };
  std::string text = line(headings(table)) + "|";
  for (const Column& column : table.columns) text += column.align == Align::left ? "---|" : "--:|";
  text += "\n";
  for (const auto& row : table.rows) text += line(row);
  return text;
}

std::string latex_table(const TextTable& table) {
  const auto line = [&](const std::vector<std::string>& cells) {
    return joined(cells, " & ",
                  [&](const std::string& cell, std::size_t i) {
                    return in_latex(cell, table.columns[i].align);
                  }) +
           " \\\\\n";
  };
  std::string text = "\\begin{tabular}{";
  for (const Column& column : table.columns) text += column.align == Align::left ? 'l' : 'r';
  text += "}\n\\hline\n" + line(headings(table)) + "\\hline\n";
  for (const auto& row : table.rows) text += line(row);
  return text + "\\hline\n\\end{tabular}\n";
}

}  // namespace toptile
