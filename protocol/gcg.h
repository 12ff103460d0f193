// A recorded game as GCG, the text in which programs for crossword games keep one. Upwords is not quite such
// a game, and the text begins with a #note that says how it deviates:
//   - a letter of a play may lie on a tile that is there; a `.` is a square of the word that is left as it
//   is;
//   - a play that was challenged away has no points, and no line -- follows; answers to a challenge are
//   notes;
//   - tiles are shown by their symbols, so that a Q is the tile Qu.
// Otherwise as usual: a pass is -, an exchange -J, what is deducted for tiles left over is (TILES), and for
// time (time).
#pragma once

#include <string>

#include "engine/lexicon.h"
#include "engine/result.h"
#include "engine/ruleset.h"
#include "protocol/game_record.h"

namespace toptile {

// An error names the turn that the rules do not allow.
Result<std::string> gcg_of(const GameRecord& record, const Ruleset& rules, const Lexicon& lexicon);

}  // namespace toptile
