#include "cli/watch/repainted_lines.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/descriptor.h"

namespace toptile {

namespace {

constexpr std::string_view kClearBelow = "\x1b[J", kClearToEnd = "\x1b[K";

// The escape sequence of an ink. Tiles have none here, because a tournament's lines show no tiles.
std::string_view code_of(Ink ink) {
  switch (ink) {
    case Ink::strong:
      return "\x1b[1m";
    case Ink::dim:
      return "\x1b[2m";
    case Ink::alarm:
      return "\x1b[1;31m";
    default:
      return "";
  }
}

}  // namespace

RepaintedLines::RepaintedLines(int descriptor) : descriptor_(descriptor), has_colour_(wants_colour()) {}

void RepaintedLines::show(const std::vector<ScreenLine>& lines, const TerminalSize& size) {
  const bool is_same_size = size.columns == size_.columns && size.rows == size_.rows;
  if (lines == shown_ && is_same_size) return;
  std::string text = to_the_top(size);
  if (!is_same_size) text += kClearBelow;
  for (const ScreenLine& line : lines) text += painted(line) + std::string(kClearToEnd) + "\n";
  text += kClearBelow;
  write_all(descriptor_, text);
  shown_ = lines;
  size_ = size;
}

void RepaintedLines::clear() {
  if (shown_.empty()) return;
  write_all(descriptor_, to_the_top(terminal_size(descriptor_)) + std::string(kClearBelow));
  shown_.clear();
}

std::string RepaintedLines::to_the_top(const TerminalSize& size) const {
  std::size_t rows = 0;
  for (const ScreenLine& line : shown_)
    rows += std::max<std::size_t>((line.columns() + size.columns - 1) / size.columns, 1);
  return rows > 0 ? fmt::format("\r\x1b[{}A", rows) : "\r";
}

std::string RepaintedLines::painted(const ScreenLine& line) const {
  if (!has_colour_) return line.text();
  std::string text;
  for (const ScreenLine::Piece& piece : line.pieces()) {
    const std::string_view code = code_of(piece.ink);
    text += code.empty() ? piece.text : fmt::format("{}{}\x1b[0m", code, piece.text);
  }
  return text;
}

}  // namespace toptile
