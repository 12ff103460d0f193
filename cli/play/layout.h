// Where things stand on a screen of a given size: the board at the left, the panel beside it, three lines
// below.
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

  static constexpr int kTop = 1;   // Below the letters of the columns.
  static constexpr int kLeft = 3;  // Behind the numbers of the rows.
  int row_of(Square square) const { return kTop + square.row * cell_rows; }
  int column_of(Square square) const { return kLeft + square.column * cell_columns; }
};

// The smallest screen that a board of this size fits on.
ScreenSize least_screen(int board_size);

// The largest squares that fit; nothing below least_screen.
std::optional<Layout> layout_for(ScreenSize screen, int board_size);

}  // namespace toptile
