// What stands beside the board: who plays and how they stand, the bag, the last moves; or a text in its
// place.
#pragma once

#include <string>
#include <vector>

#include "cli/play/curses.h"
#include "cli/play/layout.h"
#include "play/table.h"

namespace toptile {

// `remark`: a sentence at its end, as long as it likes.
void paint_standing(Curses& screen, const Layout& layout, const PlayTable& table, std::string_view remark);

// Lines in the place of it; the one `selected` is marked.
void paint_lines(Curses& screen, const Layout& layout, const std::vector<std::string>& lines,
                 int selected = -1);

}  // namespace toptile
