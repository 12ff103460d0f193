#include "cli/terminal/screen_line.h"

#include "base/text_columns.h"

namespace toptile {

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
    // If a piece fills the remaining columns and others follow, it must leave room for the "…".
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

}  // namespace toptile
