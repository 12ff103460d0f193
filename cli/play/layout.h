// The layout of the game screen: the board on the left, the panel beside it, three lines below.
#pragma once

#include <optional>

#include "cli/replay/board_picture.h"
#include "cli/terminal/screen.h"
#include "engine/board.h"
#include "play/laying.h"

namespace toptile {

struct ScreenSize {
  int rows = 0, columns = 0;
};

struct Layout {
  CellSize cell;
  int panel_column = 0, panel_columns = 0, panel_rows = 0;
  int rack_row = 0, message_row = 0, keys_row = 0;

  int row_of(Square square) const { return kBoardTop + square.row * cell.rows; }
  int column_of(Square square) const { return kBoardLeft + square.column * cell.columns; }
};

// The smallest screen for a board of this size.
ScreenSize least_screen(int board_size);

// The layout with the largest squares that fit, or nullopt if the screen is smaller than least_screen.
std::optional<Layout> layout_for(ScreenSize screen, int board_size);

// `last` has the tiles of the last play, which are marked. `laying` has the tiles being laid and the cursor;
// null if no person is laying tiles.
void paint_board(Screen& screen, const Layout& layout, const Board& board, const LaidTiles& last,
                 const Laying* laying, const Alphabet& alphabet);

}  // namespace toptile
