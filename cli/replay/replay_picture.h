// What a replay in a terminal shows: a pure function of the game, of the place in it that is shown, and of
// the terminal's size.
#pragma once

#include <vector>

#include "cli/replay/recorded_game.h"
#include "cli/replay/replay_view.h"
#include "cli/terminal/screen_line.h"
#include "cli/terminal/terminal.h"

namespace toptile {

// Draws the board. What happened in the turn and the scores over the game are below it, seats and turns
// beside it. A narrow terminal has the seats below the board, and no turns. There are no more lines than the
// terminal has rows, each narrower than the terminal. If there is no room for board, seats and turn, a
// sentence says so.
std::vector<ScreenLine> draw_replay(const RecordedGame& game, const ReplayView& view,
                                    const TerminalSize& size);

// The line of the page that comes first. A page of evidence opens at the end of standard error.
std::size_t top_of_page(const RecordedGame& game, const ReplayView& view, const TerminalSize& size);

}  // namespace toptile
