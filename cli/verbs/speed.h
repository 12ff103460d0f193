// Measures the engine's speed on this machine, in one thread. The positions come from greedy games that are
// the same everywhere.
#pragma once

#include <chrono>
#include <string>

#include "base/result.h"
#include "engine/lexicon.h"
#include "engine/ruleset.h"

namespace toptile {

struct Speed {
  // These three are in positions per second.
  double all_plays = 0;
  double best_play = 0;
  double has_play = 0;
  // Whole games per second, of two greedy players, or of one if the rules are for one.
  double greedy_games = 0;
};

// Takes about `time`, or longer if one pass over the positions takes longer. It is an error if games with
// these rules and this lexicon have no turns.
Result<Speed> measure_speed(const Ruleset& rules, const Lexicon& lexicon, std::chrono::duration<double> time);

}  // namespace toptile
