#include "cli/replay/board_picture.h"

#include <fmt/format.h>

#include "base/text_columns.h"
#include "protocol/face_text.h"

namespace toptile {

namespace {

struct SquareLook {
  std::string symbol;  // One character.
  std::string text;    // A text such as "Qu" in at most two columns, for large squares.
  int height = 0;
  Ink ink = Ink::plain;
  std::string before, behind, arrow;  // Each takes one column.

  std::string height_text() const { return height > 1 ? std::to_string(height) : " "; }
  bool is_marked() const { return before != " "; }
  // On a free square, the typing arrow replaces the symbol.
  const std::string& small_symbol() const { return height == 0 && arrow != " " ? arrow : symbol; }
  ScreenLine inked(std::string_view shown) const { return ScreenLine().add(shown, ink, height); }
};

// The text of the face, or its symbol if the text takes more than two columns.
std::string short_text(const Alphabet& alphabet, Face face) {
  const std::string text = face_text(alphabet, face);
  return columns_of(text) > 2 ? alphabet.symbol(face) : text;
}

SquareLook look_of(Square square, const Board& board, const SquareMark& mark, const Alphabet& alphabet) {
  const auto column_of = [](const std::string& text) { return text.empty() ? " " : text; };
  SquareLook look;
  look.height = board.height(square);
  look.before = column_of(mark.before);
  look.behind = column_of(mark.behind);
  look.arrow = column_of(mark.arrow);
  if (look.height > 0) {
    look.symbol = alphabet.symbol(board.top(square));
    look.text = short_text(alphabet, board.top(square));
    look.ink = mark.ink;
  } else {
    look.symbol = look.text = board.is_centre(square) ? "+" : "·";
    look.ink = mark.inks_free_squares ? mark.ink : Ink::dim;
  }
  return look;
}

// Three rows: the typing arrow, the letter between its marks, and the height.
ScreenLines largest(const SquareLook& look) {
  const bool is_wide = columns_of(look.text) == 2;
  return {look.inked(fmt::format("  {}  ", look.arrow)),
          look.inked(fmt::format(" {}{}{}{}", look.before, look.text, look.behind, is_wide ? "" : " ")),
          look.inked(fmt::format("  {}  ", look.height_text()))};
}

ScreenLines large(const SquareLook& look) {
  const bool is_wide = columns_of(look.text) == 2;
  return {look.inked(look.before + look.text + (is_wide ? "" : look.behind)),
          look.inked(look.arrow + " " + look.height_text())};
}

// One row of up to four columns: the letter, its height from 2 on, and the marks around them.
ScreenLines small(const SquareLook& look) {
  return {look.inked(look.before + look.small_symbol() + (look.height > 1 ? look.height_text() : "") +
                     (look.height > 1 && !look.is_marked() ? "" : look.behind))};
}

// In three columns, the first mark is between two squares, and a height replaces the second.
ScreenLines smallest(const SquareLook& look) {
  const std::string letter = look.small_symbol() + (look.height > 1 ? look.height_text() : look.behind);
  if (look.is_marked()) return {look.inked(look.before + letter)};
  return {ScreenLine(" ").add(look.inked(letter))};
}

ScreenLines square_lines(const SquareLook& look, CellSize cell) {
  return cell.rows == 3      ? largest(look)
         : cell.rows == 2    ? large(look)
         : cell.columns == 4 ? small(look)
                             : smallest(look);
}

}  // namespace

std::size_t board_picture_columns(int board_size, CellSize cell) {
  return static_cast<std::size_t>(kBoardLeft + cell.columns * board_size);
}

ScreenLines board_picture(const Board& board, CellSize cell, const Alphabet& alphabet,
                          const std::function<SquareMark(Square)>& mark_of) {
  const auto column_of = [&](int column) {
    return static_cast<std::size_t>(kBoardLeft + column * cell.columns);
  };
  ScreenLines lines(1);
  for (int column = 0; column < board.size(); ++column)
    lines[0]
        .pad_to(column_of(column) + static_cast<std::size_t>(cell.letter_column()))
        .add(std::string(1, static_cast<char>('a' + column)), Ink::strong);
  for (int row = 0; row < board.size(); ++row) {
    const std::size_t top = lines.size();
    lines.resize(top + static_cast<std::size_t>(cell.rows));
    lines[top + static_cast<std::size_t>(cell.letter_row())].add(fmt::format("{:>2}", row + 1), Ink::strong);
    for (int column = 0; column < board.size(); ++column) {
      const Square square{static_cast<std::int8_t>(row), static_cast<std::int8_t>(column)};
      const ScreenLines shown = square_lines(look_of(square, board, mark_of(square), alphabet), cell);
      for (std::size_t i = 0; i < shown.size(); ++i) lines[top + i].pad_to(column_of(column)).add(shown[i]);
    }
  }
  for (ScreenLine& line : lines) line.pad_to(column_of(board.size()));
  return lines;
}

}  // namespace toptile
