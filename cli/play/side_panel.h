// The panel beside the board: who plays with how many points, the bag and the last moves, or a text instead.
#pragma once

#include <string>
#include <vector>

#include "cli/play/layout.h"
#include "cli/terminal/screen.h"
#include "play/play_table.h"

namespace toptile {

// `remark` is a text of any length at the end of the panel.
void paint_standing(Screen& screen, const Layout& layout, const PlayTable& table, std::string_view remark);

// Paints lines instead. The line `selected` is marked.
// The lines, each in as many as it needs in so many columns; all but its first are indented.
std::vector<std::string> wrapped_lines(const std::vector<std::string>& lines, int columns);

// The tiles that the seat to move sees neither on its rack nor on the board, with how many there are of each.
std::vector<std::string> unseen_lines(const PlayTable& table, int columns);

void paint_lines(Screen& screen, const Layout& layout, const std::vector<std::string>& lines,
                 int selected = -1);

}  // namespace toptile
