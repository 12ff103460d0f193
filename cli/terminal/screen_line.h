// A line of a full screen in pieces, each in an ink; what the inks look like is the terminal's.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace toptile {

// Colours that a terminal has: none, the usual sixteen, or 256.
enum class Palette { none, sixteen, many };

// As TERM and COLORTERM say; null where they are not set.
Palette palette_of(const char* term, const char* colorterm);

enum class Ink { plain, strong, dim, alarm, present, tile, new_tile };

class ScreenLine {
 public:
  ScreenLine() = default;
  explicit ScreenLine(std::string_view text, Ink ink = Ink::plain) { add(text, ink); }

  // Text without control characters. `height` of a tile is that of its stack, from 1.
  ScreenLine& add(std::string_view text, Ink ink = Ink::plain, int height = 0);
  ScreenLine& add(const ScreenLine& line);
  // Blanks behind it, where it takes less.
  ScreenLine& pad_to(std::size_t columns);
  // Takes off what is beyond so many columns, with a "…" at the end.
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
