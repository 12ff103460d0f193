// The blocks that make up the picture of a replay. None is wider than `width`.
#pragma once

#include <vector>

#include "cli/replay/board_picture.h"
#include "cli/replay/recorded_game.h"
#include "cli/terminal/screen_line.h"

namespace toptile {

// The board after a turn; the tiles of the turn are in brackets.
ScreenLines board_after(const RecordedGame::State& state, CellSize cell, const Alphabet& alphabet);

// Who moved, and the move's words with points, tiles drawn, time, and info line. After the last turn, also
// how the game ended.
ScreenLines turn_lines(const RecordedGame& game, int turn, std::size_t width);

// Two lines for each seat: name, score and clock, then the rack. The mover's rack is shown before and after.
ScreenLines seat_lines(const RecordedGame& game, int turn, std::size_t width);
// The same without the racks of the players that did not move.
ScreenLines mover_lines(const RecordedGame& game, int turn, std::size_t width);
// One line for each seat.
ScreenLines short_seat_lines(const RecordedGame& game, int turn, std::size_t width);

// A list of turns that includes this one, and fills `rows` lines if there are enough.
ScreenLines turn_list(const RecordedGame& game, int turn, std::size_t rows, std::size_t width);

// The scores over the game, a line for each seat, and a line that marks the turn.
ScreenLines graph_lines(const RecordedGame& game, int turn, std::size_t width);

}  // namespace toptile
