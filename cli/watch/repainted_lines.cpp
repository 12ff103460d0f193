#include "cli/watch/repainted_lines.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "protocol/text_columns.h"

namespace toptile {

namespace {

constexpr std::string_view kClearBelow = "\x1b[J", kClearToEnd = "\x1b[K";

// It is not an error if this fails: if the terminal is gone, a signal ends the program.
void write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

std::string_view code_of(PictureLine::Style style) {
  switch (style) {
    case PictureLine::Style::heading:
      return "\x1b[1m";
    case PictureLine::Style::dim:
      return "\x1b[2m";
    case PictureLine::Style::alarm:
      return "\x1b[31m";
    case PictureLine::Style::plain:
      break;
  }
  return "";
}

}  // namespace

RepaintedLines::RepaintedLines(int descriptor) : descriptor_(descriptor), has_colour_(wants_colour()) {}

void RepaintedLines::show(const std::vector<PictureLine>& lines, const TerminalSize& size) {
  const bool is_same_size = size.columns == size_.columns && size.rows == size_.rows;
  if (lines == shown_ && is_same_size) return;
  std::string text = to_the_top(size);
  if (!is_same_size) text += kClearBelow;
  for (const PictureLine& line : lines) text += painted(line) + std::string(kClearToEnd) + "\n";
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
  for (const PictureLine& line : shown_)
    rows += std::max<std::size_t>((columns_of(line.text) + size.columns - 1) / size.columns, 1);
  return rows > 0 ? fmt::format("\r\x1b[{}A", rows) : "\r";
}

std::string RepaintedLines::painted(const PictureLine& line) const {
  const std::string_view code = has_colour_ ? code_of(line.style) : "";
  return code.empty() ? line.text : fmt::format("{}{}\x1b[0m", code, line.text);
}

}  // namespace toptile
