// The blocks that the picture of a replay is put together from, none wider than it is told.
#pragma once

#include <vector>

#include "cli/replay/recorded_game.h"
#include "cli/terminal/screen_line.h"

namespace toptile {

using ScreenLines = std::vector<ScreenLine>;

std::size_t board_columns(const RecordedGame& game);
// As board_lines has it, stacks in the colour of their height.
ScreenLines coloured_board(const RecordedGame::State& state, const Alphabet& alphabet);

// Who moved and what came of it: words with points, tiles drawn, time, the bot's info line; at the end the
// game's.
ScreenLines turn_lines(const RecordedGame& game, int turn, std::size_t width);

// Two lines a seat: name, score and clock; the rack, of who moved before and after.
ScreenLines seat_lines(const RecordedGame& game, int turn, std::size_t width);
// One line a seat.
ScreenLines short_seat_lines(const RecordedGame& game, int turn, std::size_t width);

// So many of the turns, with this one among them.
ScreenLines turn_list(const RecordedGame& game, int turn, std::size_t rows, std::size_t width);

// Scores over the game, a line a seat, and a line that marks the turn.
ScreenLines graph_lines(const RecordedGame& game, int turn, std::size_t width);

}  // namespace toptile
