#include "cli/terminal/screen_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "protocol/text_columns.h"

namespace toptile {

namespace {

constexpr std::string_view kPlainAgain = "\x1b[0m";

// Background and foreground of a stack by its height, from pale to deep. Higher stacks look like the last
// one.
struct TileColours {
  int background, foreground;
};
constexpr std::array<TileColours, 7> kOf256 = {
    {{230, 16}, {222, 16}, {215, 16}, {208, 16}, {166, 231}, {124, 231}, {53, 231}}};
constexpr std::array<TileColours, 7> kOf16 = {
    {{47, 30}, {43, 30}, {46, 30}, {42, 30}, {45, 97}, {41, 97}, {44, 97}}};

std::string tile_code(int height, Palette palette) {
  const auto& colours = palette == Palette::many ? kOf256 : kOf16;
  const TileColours of =
      colours[static_cast<std::size_t>(std::clamp(height, 1, static_cast<int>(colours.size())) - 1)];
  return palette == Palette::many ? fmt::format("\x1b[48;5;{};38;5;{}m", of.background, of.foreground)
                                  : fmt::format("\x1b[{};{}m", of.background, of.foreground);
}

std::string code_of(Ink ink, int height, Palette palette) {
  switch (ink) {
    case Ink::strong:
      return "\x1b[1m";
    case Ink::dim:
      return "\x1b[2m";
    case Ink::alarm:
      return "\x1b[31m";
    case Ink::present:
      return "\x1b[7m";
    case Ink::tile:
      return tile_code(height, palette);
    case Ink::new_tile:
      return tile_code(height, palette) + "\x1b[1m";
    case Ink::plain:
      break;
  }
  return "";
}

}  // namespace

Palette palette_of(const char* term, const char* colorterm) {
  const std::string_view kind = term != nullptr ? term : "";
  if (kind.empty() || kind == "dumb" || kind.starts_with("vt") || kind.ends_with("-m") ||
      kind.ends_with("-mono"))
    return Palette::none;
  const bool is_rich = kind.find("256color") != std::string_view::npos || kind.ends_with("-direct") ||
                       (colorterm != nullptr && *colorterm != '\0');
  return is_rich ? Palette::many : Palette::sixteen;
}

ScreenLine& ScreenLine::add(std::string_view text, Ink ink, int height) {
  if (text.empty()) return *this;
  pieces_.push_back({std::string(text), ink, height});
  columns_ += columns_of(text);
  return *this;
}

ScreenLine& ScreenLine::add(const ScreenLine& line) {
  pieces_.insert(pieces_.end(), line.pieces_.begin(), line.pieces_.end());
  columns_ += line.columns_;
  return *this;
}

ScreenLine& ScreenLine::pad_to(std::size_t columns) {
  return columns_ < columns ? add(std::string(columns - columns_, ' ')) : *this;
}

ScreenLine& ScreenLine::cut_to(std::size_t columns) {
  if (columns_ <= columns) return *this;
  const std::vector<Piece> pieces = std::move(pieces_);
  pieces_.clear();
  columns_ = 0;
  for (const Piece& piece : pieces) {
    const std::size_t left = columns - columns_, width = columns_of(piece.text);
    // If a piece fills the columns that are left and others follow, it must leave room for the "…".
    const bool is_last = width >= left;
    add(is_last ? cut_to_columns(piece.text + "……", left) : piece.text, piece.ink, piece.height);
    if (is_last) break;
  }
  return *this;
}

std::string ScreenLine::text() const {
  std::string text;
  for (const Piece& piece : pieces_) text += piece.text;
  return text;
}

std::string ScreenLine::painted(Palette palette) const {
  std::string text;
  for (const Piece& piece : pieces_) {
    const std::string code = palette == Palette::none ? "" : code_of(piece.ink, piece.height, palette);
    text += code + piece.text;
    if (!code.empty()) text += kPlainAgain;
  }
  return text;
}

}  // namespace toptile
