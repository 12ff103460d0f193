#include "cli/play/board_painting.h"

#include <algorithm>

namespace toptile {

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
