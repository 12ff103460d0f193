#include "base/text_columns.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include "base/utf8.h"

namespace toptile {

namespace {

struct Span {
  char32_t first, last;  // Both are included.
};

// The characters of Unicode's EastAsianWidth (W and F), and its marks without width, as far as terminals
// agree on them. Both lists are sorted.
constexpr std::array<Span, 20> kWide = {
    {{0x1100, 0x115F},   {0x231A, 0x231B},   {0x23E9, 0x23EC},   {0x2E80, 0x303E},   {0x3041, 0x33FF},
     {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},   {0xA960, 0xA97F},   {0xAC00, 0xD7A3},
     {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F},
     {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x1FA70, 0x1FAFF}, {0x20000, 0x2FFFD}, {0x30000, 0x3FFFD}}};
constexpr std::array<Span, 12> kWithoutWidth = {{{0x0300, 0x036F},
                                                 {0x0483, 0x0489},
                                                 {0x0591, 0x05BD},
                                                 {0x0610, 0x061A},
                                                 {0x064B, 0x065F},
                                                 {0x1AB0, 0x1AFF},
                                                 {0x1DC0, 0x1DFF},
                                                 {0x200B, 0x200F},
                                                 {0x20D0, 0x20FF},
                                                 {0xFE00, 0xFE0F},
                                                 {0xFE20, 0xFE2F},
                                                 {0xE0100, 0xE01EF}}};

bool is_among(char32_t character, const auto& spans) {
  const auto span = std::ranges::lower_bound(spans, character, {}, &Span::last);
  return span != spans.end() && span->first <= character;
}

}  // namespace

std::size_t columns_of(char32_t character) {
  if (character < 0x300) return 1;
  if (is_among(character, kWithoutWidth)) return 0;
  return is_among(character, kWide) ? 2 : 1;
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) columns += columns_of(take_character(text).value_or(U'?'));
  return columns;
}

std::string cut_to_columns(std::string_view text, std::size_t columns) {
  if (columns_of(text) <= columns) return std::string(text);
  if (columns == 0) return "";
  std::string begin;
  for (std::size_t left = columns - 1; !text.empty();) {
    const char32_t character = take_character(text).value_or(U'?');
    if (columns_of(character) > left) break;
    left -= columns_of(character);
    append_character(begin, character);
  }
  return begin + "…";
}

std::string padded_behind(std::string_view text, std::size_t columns) {
  const std::size_t taken = columns_of(text);
  return std::string(text) + std::string(columns > taken ? columns - taken : 0, ' ');
}

std::string padded_before(std::string_view text, std::size_t columns) {
  const std::size_t taken = columns_of(text);
  return std::string(columns > taken ? columns - taken : 0, ' ') + std::string(text);
}

std::string fitted_to(std::string_view text, std::size_t columns) {
  return padded_behind(cut_to_columns(text, columns), columns);
}

std::vector<std::string> lines_of(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines;
  std::string line;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    if (!line.empty() && columns_of(line) + 1 + columns_of(word) > columns)
      lines.push_back(std::exchange(line, {}));
    line += (line.empty() ? "" : " ") + word;
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

std::vector<std::string> lines_with_margin(std::string_view text, std::size_t columns) {
  const std::size_t blanks = std::min(text.find_first_not_of(' '), text.size());
  std::size_t margin = std::min(blanks, columns / 2);
  text.remove_prefix(blanks);
  std::vector<std::string> lines;
  do {
    const std::string_view line = text;
    std::size_t left = columns - margin;
    std::size_t bytes = 0, last_blank = 0;  // Where the last blank of the line is; 0: there is none.
    while (!text.empty()) {
      const std::size_t at = line.size() - text.size();
      if (text.front() == ' ') last_blank = at;
      const std::size_t width = columns_of(take_character(text).value_or(U'?'));
      if (width > left) break;
      left -= width;
      bytes = line.size() - text.size();
    }
    const bool is_last = bytes == line.size();
    if (!is_last && last_blank > 0) bytes = last_blank;
    if (bytes == 0) bytes = line.size() - text.size();  // Not one character fits.
    lines.push_back(std::string(margin, ' ') + std::string(line.substr(0, bytes)));
    text = line.substr(bytes);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    if (lines.size() == 1) margin = std::min(blanks + 2, columns / 2);
  } while (!text.empty());
  return lines;
}

std::string wrapped(std::string_view text, std::size_t columns, std::size_t margin) {
  return fmt::format("{}", fmt::join(lines_of(text, columns - margin), "\n" + std::string(margin, ' ')));
}

}  // namespace toptile
