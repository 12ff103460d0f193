// Where things are on the screen: the board at the left, the panel beside it, three lines below.
#pragma once

#include <optional>

#include "engine/board.h"

namespace toptile {

struct ScreenSize {
  int rows = 0, columns = 0;
};

struct Layout {
  int cell_rows = 1, cell_columns = 3;
  int panel_column = 0, panel_columns = 0, panel_rows = 0;
  int rack_row = 0, message_row = 0, keys_row = 0;

  static constexpr int kTop = 1;   // The board begins below the letters of the columns.
  static constexpr int kLeft = 3;  // The board begins after the numbers of the rows.
  // The row and the column of a letter within its square.
  int letter_row() const { return cell_rows / 3; }
  int letter_column() const { return cell_columns == 6 ? 2 : cell_columns == 4 ? 1 : 0; }
  int row_of(Square square) const { return kTop + square.row * cell_rows; }
  int column_of(Square square) const { return kLeft + square.column * cell_columns; }
};

// The smallest screen that a board of this size fits on.
ScreenSize least_screen(int board_size);

// The layout with the largest squares that fit; nothing if the screen is smaller than least_screen.
std::optional<Layout> layout_for(ScreenSize screen, int board_size);

}  // namespace toptile
