#include "cli/terminal/scrolled_lines.h"

#include <fmt/format.h>

#include <algorithm>

namespace toptile {

namespace {

constexpr std::size_t kPageLines = 10;       // PgUp and PgDn skip this many lines.
constexpr std::size_t kPastEnd = 1'000'000;  // No text has this many lines.

}  // namespace

std::size_t last_top(std::size_t lines, std::size_t rows) {
  return lines <= rows ? 0 : lines - std::max<std::size_t>(rows, 2) + 1;
}

ScreenLines scrolled(const ScreenLines& lines, std::size_t top, std::size_t rows, std::size_t width) {
  if (lines.size() <= rows) return lines;
  if (rows == 0) return {};
  const std::size_t first = std::min(top, last_top(lines.size(), rows));
  const std::size_t end = std::min(first + rows - 1, lines.size());
  ScreenLines shown(lines.begin() + static_cast<std::ptrdiff_t>(first),
                    lines.begin() + static_cast<std::ptrdiff_t>(end));
  shown.resize(rows - 1);
  shown.push_back(
      ScreenLine(fmt::format("↑ ↓ PgUp PgDn: {}-{} of {}", first + 1, end, lines.size()), Ink::dim)
          .cut_to(width));
  return shown;
}

bool scroll(const Key& key, std::size_t& top) {
  switch (key.name) {
    case Key::Name::up:
      top -= std::min<std::size_t>(top, 1);
      return true;
    case Key::Name::down:
      ++top;
      return true;
    case Key::Name::page_up:
      top -= std::min(top, kPageLines);
      return true;
    case Key::Name::page_down:
      top += kPageLines;
      return true;
    case Key::Name::home:
      top = 0;
      return true;
    case Key::Name::end:
      top = kPastEnd;
      return true;
    default:
      return false;
  }
}

}  // namespace toptile
