#include "cli/play/board_painting.h"

#include <fmt/format.h>

#include <algorithm>

#include "protocol/face_text.h"
#include "protocol/text_columns.h"

namespace toptile {

namespace {

struct SquareLook {
  std::string symbol;  // One character, or a blank.
  std::string text;    // A text such as "Qu" in at most two columns, for large squares.
  int height = 0;
  Ink ink = Ink::plain;
  bool is_laid = false, is_last = false, has_cursor = false;
  std::string arrow;  // The direction of typing on the cursor's square; else it is empty.
};

// The text of the face, or its symbol if the text takes more than two columns.
std::string short_text(const Alphabet& alphabet, Face face) {
  const std::string text = face_text(alphabet, face);
  return columns_of(text) > 2 ? alphabet.symbol(face) : text;
}

SquareLook look_of(Square square, const Board& board, const Laying* laying, const Alphabet& alphabet) {
  SquareLook look;
  look.height = board.height(square);
  look.is_laid = laying != nullptr && laying->has_laid(square);
  look.has_cursor = laying != nullptr && laying->cursor() == square;
  if (look.height > 0) {
    look.symbol = alphabet.symbol(board.top(square));
    look.text = short_text(alphabet, board.top(square));
    look.ink = look.is_laid ? Ink::laid : Ink::tile;
  } else {
    look.symbol = look.text = board.is_centre(square) ? "+" : "·";
    look.ink = Ink::dim;
  }
  if (look.has_cursor) {
    look.ink = Ink::cursor;
    look.arrow = laying->direction() == Direction::across ? "→" : "↓";
  }
  return look;
}

std::string height_text(const SquareLook& look) {
  return look.height > 1 ? std::to_string(look.height) : " ";
}

// Marks say the same as the colours, for terminals that have none.
std::pair<std::string, std::string> marks(const SquareLook& look) {
  if (look.has_cursor) return {"[", "]"};
  if (look.is_laid) return {"(", ")"};
  if (look.is_last) return {"‹", "›"};
  return {" ", " "};
}

void paint_large(Screen& screen, int row, int column, const SquareLook& look) {
  const auto [before, behind] = marks(look);
  const bool is_wide = columns_of(look.text) == 2;
  screen.put(row, column, before + look.text + (is_wide ? "" : behind), look.ink, look.height);
  screen.put(row + 1, column,
             (look.arrow.empty() ? " " : look.arrow) + " " + (look.height > 0 ? height_text(look) : " "),
             look.ink, look.height);
}

// Three rows: the arrow of typing, the letter between its marks, and the height. A column between two squares
// stays free.
void paint_largest(Screen& screen, int row, int column, const SquareLook& look) {
  const auto [before, behind] = marks(look);
  const bool is_wide = columns_of(look.text) == 2;
  const std::string arrow = look.arrow.empty() ? " " : look.arrow;
  screen.put(row, column, fmt::format("  {}  ", arrow), look.ink, look.height);
  screen.put(row + 1, column, fmt::format(" {}{}{}{}", before, look.text, behind, is_wide ? "" : " "),
             look.ink, look.height);
  screen.put(row + 2, column, fmt::format("  {}  ", height_text(look)), look.ink, look.height);
}

void paint_small(Screen& screen, int row, int column, int columns, const SquareLook& look) {
  if (columns >= 4) {
    const auto [before, behind] = marks(look);
    screen.put(row, column, before + look.symbol + (look.height > 1 ? height_text(look) : behind), look.ink,
               look.height);
    return;
  }
  screen.put(row, column, look.symbol + height_text(look), look.ink, look.height);
}

}  // namespace

void paint_board(Screen& screen, const Layout& layout, const Board& board, const LaidTiles& last,
                 const Laying* laying, const Alphabet& alphabet) {
  const Board shown = laying != nullptr ? laying->board() : board;
  for (int column = 0; column < shown.size(); ++column)
    screen.put(0, layout.column_of({0, static_cast<std::int8_t>(column)}) + layout.letter_column(),
               std::string(1, static_cast<char>('a' + column)), Ink::strong);
  for (int row = 0; row < shown.size(); ++row) {
    const Square first{static_cast<std::int8_t>(row), 0};
    screen.put(layout.row_of(first) + layout.letter_row(), 0, fmt::format("{:>2}", row + 1), Ink::strong);
    for (int column = 0; column < shown.size(); ++column) {
      const Square square{static_cast<std::int8_t>(row), static_cast<std::int8_t>(column)};
      SquareLook look = look_of(square, shown, laying, alphabet);
      look.is_last = std::ranges::find(last, square, &LaidTile::square) != last.end();
      if (layout.cell_rows == 3) {
        paint_largest(screen, layout.row_of(square), layout.column_of(square), look);
      } else if (layout.cell_rows == 2) {
        paint_large(screen, layout.row_of(square), layout.column_of(square), look);
      } else {
        paint_small(screen, layout.row_of(square), layout.column_of(square), layout.cell_columns, look);
      }
    }
  }
}

}  // namespace toptile
