// A board as text, with its heights.
#pragma once

#include <string>
#include <vector>

#include "engine/board.h"
#include "engine/judge.h"
#include "engine/ruleset.h"

namespace toptile {

// Rows with their numbers, columns with their letters; a stack shows its top letter and, from 2 on, its
// height; the tiles just laid stand in brackets. Each line without trailing blanks.
std::vector<std::string> board_lines(const Board& board, const LaidTiles& just_laid,
                                     const Alphabet& alphabet);

}  // namespace toptile
