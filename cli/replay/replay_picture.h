// The picture of a replay in a terminal: a pure function of the game, of the turn that is shown, and of the
// terminal's size.
#pragma once

#include <vector>

#include "cli/replay/recorded_game.h"
#include "cli/replay/replay_view.h"
#include "cli/terminal/screen_line.h"
#include "cli/terminal/terminal.h"

namespace toptile {

// Draws the board, with the turn and the scores over the game below it, and the seats and the list of turns
// beside it. In a narrow terminal, the seats are below the board, and there is no list of turns. There are at
// most as many lines as the terminal has rows, each narrower than the terminal. If there is no room for
// board, seats and turn, the picture is a sentence that says so.
std::vector<ScreenLine> draw_replay(const RecordedGame& game, const ReplayView& view,
                                    const TerminalSize& size);

// The first visible line of the page. A page of evidence opens at the end of standard error.
std::size_t top_of_page(const RecordedGame& game, const ReplayView& view, const TerminalSize& size);

}  // namespace toptile
