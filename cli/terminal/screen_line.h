// A line of a full screen, made of pieces. Each has an ink; how an ink looks depends on the terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace toptile {

// Colours that a terminal has: none, the usual sixteen, or 256.
enum class Palette { none, sixteen, many };

// The palette for these values of TERM and COLORTERM, which are null if they are not set.
Palette palette_of(const char* term, const char* colorterm);

enum class Ink { plain, strong, dim, alarm, present, tile, new_tile };

class ScreenLine {
 public:
  ScreenLine() = default;
  explicit ScreenLine(std::string_view text, Ink ink = Ink::plain) { add(text, ink); }

  // The text has no control characters. For a tile, `height` is that of its stack, from 1.
  ScreenLine& add(std::string_view text, Ink ink = Ink::plain, int height = 0);
  ScreenLine& add(const ScreenLine& line);
  // Adds blanks at the end if the line has fewer columns.
  ScreenLine& pad_to(std::size_t columns);
  // Cuts a line that has more columns, and ends it with a "…".
  ScreenLine& cut_to(std::size_t columns);

  std::size_t columns() const { return columns_; }
  std::string text() const;
  std::string painted(Palette palette) const;

 private:
  struct Piece {
    std::string text;
    Ink ink;
    int height;
  };

  std::vector<Piece> pieces_;
  std::size_t columns_ = 0;
};

}  // namespace toptile
