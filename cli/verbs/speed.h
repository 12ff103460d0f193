// Measures what the engine does in a second on this machine, in one thread. The positions are from greedy
// games that are the same everywhere.
#pragma once

#include <chrono>
#include <string>

#include "base/result.h"
#include "engine/lexicon.h"
#include "engine/ruleset.h"

namespace toptile {

struct Speed {
  // These three are positions a second.
  double all_plays = 0;
  double best_play = 0;
  double has_play = 0;
  // Whole games a second, of two greedy players, or of one if the rules are for one.
  double greedy_games = 0;
};

// Takes about `time`, or longer if one round over the positions takes longer. It is an error if games with
// these rules and words have no turn.
Result<Speed> measure_speed(const Ruleset& rules, const Lexicon& lexicon, std::chrono::duration<double> time);

}  // namespace toptile
