// What a replay in a terminal shows: a pure function of the game, of where one stands in it, and of the
// terminal's size.
#pragma once

#include <vector>

#include "cli/replay/recorded_game.h"
#include "cli/replay/replay_view.h"
#include "cli/terminal/screen_line.h"
#include "cli/terminal/terminal.h"

namespace toptile {

// The board with what happened in the turn and the scores over the game below it, seats and turns beside it
// or, in a narrow terminal, below. No more lines than the terminal has rows, each narrower than it; a
// terminal with no room for board, seats and turn has a sentence that says so.
std::vector<ScreenLine> draw_replay(const RecordedGame& game, const ReplayView& view,
                                    const TerminalSize& size);

}  // namespace toptile
