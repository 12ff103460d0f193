// A picture of a board in a terminal, with squares as large as there is room for. Each square shows its
// stack's top letter, and its height as a number and a colour.
#pragma once

#include <functional>
#include <string>

#include "cli/terminal/screen_line.h"
#include "engine/board.h"
#include "engine/ruleset.h"

namespace toptile {

// The size of a square on the screen.
struct CellSize {
  int rows = 1, columns = 3;

  // The position of a letter within its square.
  int letter_row() const { return rows / 3; }
  int letter_column() const { return columns == 6 ? 2 : 1; }
  friend bool operator==(const CellSize&, const CellSize&) = default;
};

// The best is first; the last is the smallest.
inline constexpr CellSize kCellSizes[] = {{3, 6}, {2, 4}, {1, 4}, {1, 3}};

inline constexpr int kBoardTop = 1;   // The board begins below the column letters.
inline constexpr int kBoardLeft = 3;  // The board begins after the row numbers.

struct SquareMark {
  std::string before, behind;  // Marks that repeat the ink for terminals without colours.
  Ink ink = Ink::tile;
  bool inks_free_squares = false;  // Other free squares are dim.
  std::string arrow;               // The typing direction at the cursor; otherwise empty.
};

std::size_t board_picture_columns(int board_size, CellSize cell);

// Every line has board_picture_columns() columns; `mark_of` says how squares are marked.
ScreenLines board_picture(const Board& board, CellSize cell, const Alphabet& alphabet,
                          const std::function<SquareMark(Square)>& mark_of);

}  // namespace toptile
