// Where things are on the screen: the board at the left, the panel beside it, three lines below.
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

// The smallest screen that a board of this size fits on.
ScreenSize least_screen(int board_size);

// The layout with the largest squares that fit; nothing if the screen is smaller than least_screen.
std::optional<Layout> layout_for(ScreenSize screen, int board_size);

// `last` are the tiles of the last play, which are marked. `laying` is what is being laid, and where the
// cursor is; it is null if nobody lays.
void paint_board(Screen& screen, const Layout& layout, const Board& board, const LaidTiles& last,
                 const Laying* laying, const Alphabet& alphabet);

}  // namespace toptile
