// The board of a game on a screen, with what is being laid.
#pragma once

#include "cli/play/layout.h"
#include "cli/terminal/screen.h"
#include "play/laying.h"

namespace toptile {

// `last` are the tiles of the last play, which are marked. `laying` is what is being laid, and where the
// cursor is; it is null if nobody lays.
void paint_board(Screen& screen, const Layout& layout, const Board& board, const LaidTiles& last,
                 const Laying* laying, const Alphabet& alphabet);

}  // namespace toptile
