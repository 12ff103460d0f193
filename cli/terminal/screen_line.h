// A line of a picture in a terminal, made of pieces. Each has an ink; how an ink looks depends on the
// terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace toptile {

enum class Ink {
  plain,
  strong,
  dim,
  alarm,
  present,   // Selected text.
  tile,      // A tile on top of a stack.
  new_tile,  // The same, laid in the turn that is shown.
  laid,      // A tile that is being laid.
  cursor,    // The square where the cursor is.
};

class ScreenLine {
 public:
  struct Piece {
    std::string text;
    Ink ink = Ink::plain;
    int height = 0;
    friend bool operator==(const Piece&, const Piece&) = default;
  };

  ScreenLine() = default;
  explicit ScreenLine(std::string_view text, Ink ink = Ink::plain) { add(text, ink); }

  // The text must not contain control characters. For a tile, `height` is that of its stack, from 1.
  ScreenLine& add(std::string_view text, Ink ink = Ink::plain, int height = 0);
  ScreenLine& add(const ScreenLine& line);
  // Adds spaces at the end if the line has fewer columns.
  ScreenLine& pad_to(std::size_t columns);
  // Cuts a line that has more columns, and ends it with "…".
  ScreenLine& cut_to(std::size_t columns);

  std::size_t columns() const { return columns_; }
  const std::vector<Piece>& pieces() const { return pieces_; }
  std::string text() const;
  friend bool operator==(const ScreenLine&, const ScreenLine&) = default;

 private:
  std::vector<Piece> pieces_;
  std::size_t columns_ = 0;
};

using ScreenLines = std::vector<ScreenLine>;

}  // namespace toptile
