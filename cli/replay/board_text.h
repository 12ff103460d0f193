// A board as text, with its heights.
#pragma once

#include <string>
#include <vector>

#include "engine/board.h"
#include "engine/judge.h"
#include "engine/ruleset.h"

namespace toptile {

// The board with the numbers of its rows and the letters of its columns. A stack shows its top letter and,
// from 2 on, its height. The tiles just laid are in brackets. No line ends with blanks.
std::vector<std::string> board_lines(const Board& board, const LaidTiles& just_laid,
                                     const Alphabet& alphabet);

}  // namespace toptile
