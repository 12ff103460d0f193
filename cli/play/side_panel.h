// The panel beside the board: the players with their scores, the bag and the last moves, or a text instead.
#pragma once

#include <string>
#include <vector>

#include "cli/play/layout.h"
#include "cli/terminal/screen.h"
#include "play/play_table.h"

namespace toptile {

// `remark` is a text of any length at the end of the panel.
void paint_standing(Screen& screen, const Layout& layout, const PlayTable& table, std::string_view remark);

// Wraps the lines to this many columns; continuation lines are indented.
std::vector<std::string> wrapped_lines(const std::vector<std::string>& lines, int columns);

// The unseen tiles of the seat to move, with the count of each.
std::vector<std::string> unseen_lines(const PlayTable& table, int columns);

// Paints these lines instead. The line `selected` is marked.
void paint_lines(Screen& screen, const Layout& layout, const std::vector<std::string>& lines,
                 int selected = -1);

}  // namespace toptile
