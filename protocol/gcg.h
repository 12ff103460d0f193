// A recorded game as GCG, the text format of programs for crossword games. Upwords is not quite such a game,
// and the text begins with a #note that says so. It deviates from the format as follows:
//   - A letter of a play may lie on another tile. A `.` is a square of the word that is left alone.
//   - A play that was challenged away has no points, and no line -- follows it.
//   - An answer to a challenge is a #note.
//   - Tiles are shown by their symbols, so a Q is the tile Qu.
// The rest is as usual: a pass is -, an exchange -J, the deduction for tiles left over (TILES), and the one
// for time (time).
#pragma once

#include <string>

#include "base/result.h"
#include "engine/lexicon.h"
#include "engine/ruleset.h"
#include "protocol/game_record.h"

namespace toptile {

// An error names the turn that the rules do not allow.
Result<std::string> gcg_of(const GameRecord& record, const Ruleset& rules, const Lexicon& lexicon);

}  // namespace toptile
