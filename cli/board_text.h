// A game as text: the board with its heights, racks, words, points, time.
#pragma once

#include <string>

#include "engine/board.h"
#include "engine/judge.h"
#include "engine/ruleset.h"

namespace toptile {

enum class Colour { yes, no };

// Rows with their numbers, columns with their letters; a stack shows its top letter and, from 2 on, its
// height; the tiles just laid are marked, by brackets or in reverse. Each line without trailing blanks.
std::vector<std::string> board_lines(const Board& board, const LaidTiles& just_laid, const Alphabet& alphabet,
                                     Colour colour);

}  // namespace toptile
