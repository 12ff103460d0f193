#include "cli/play/layout.h"

#include <algorithm>
#include <iterator>

namespace toptile {

namespace {

constexpr int kPanelGap = 2;   // The columns between board and panel.
constexpr int kMinPanel = 25;  // The columns that the panel needs.
constexpr int kMinRows = 10;   // The rows that the panel needs.
constexpr int kBelow = 3;      // The rows for rack, message and keys.

ScreenSize screen_for(CellSize cell, int board_size) {
  return {std::max(kBoardTop + cell.rows * board_size, kMinRows) + kBelow,
          kBoardLeft + cell.columns * board_size + kPanelGap + kMinPanel};
}

}  // namespace

ScreenSize least_screen(int board_size) {
  return screen_for(*std::rbegin(kCellSizes), board_size);
}

std::optional<Layout> layout_for(ScreenSize screen, int board_size) {
  for (const CellSize cell : kCellSizes) {
    const ScreenSize needed = screen_for(cell, board_size);
    if (screen.rows < needed.rows || screen.columns < needed.columns) continue;
    Layout layout;
    layout.cell = cell;
    layout.panel_column = kBoardLeft + cell.columns * board_size + kPanelGap;
    layout.panel_columns = screen.columns - layout.panel_column;
    layout.panel_rows = needed.rows - kBelow;
    layout.rack_row = needed.rows - kBelow;
    layout.message_row = layout.rack_row + 1;
    layout.keys_row = layout.rack_row + 2;
    return layout;
  }
  return std::nullopt;
}

void paint_board(Screen& screen, const Layout& layout, const Board& board, const LaidTiles& last,
                 const Laying* laying, const Alphabet& alphabet) {
  const auto mark_of = [&](Square square) -> SquareMark {
    const bool is_laid = laying != nullptr && laying->has_laid(square);
    if (laying != nullptr && laying->cursor() == square)
      return {"[", "]", Ink::cursor, true, laying->direction() == Direction::across ? "→" : "↓"};
    if (is_laid) return {"(", ")", Ink::laid, false, ""};
    if (std::ranges::find(last, square, &LaidTile::square) != last.end())
      return {"‹", "›", Ink::tile, false, ""};
    return {};
  };
  int row = 0;
  for (const ScreenLine& line :
       board_picture(laying != nullptr ? laying->board() : board, layout.cell, alphabet, mark_of))
    screen.put(row++, 0, line);
}

}  // namespace toptile
