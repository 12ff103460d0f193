// What the engine does in a second on this machine, on one thread, over positions of greedy games that are
// the same everywhere.
#pragma once

#include <chrono>
#include <string>

#include "engine/lexicon.h"
#include "engine/result.h"
#include "engine/ruleset.h"

namespace toptile {

struct Speed {
  // Positions a second.
  double all_plays = 0;
  double best_play = 0;
  double has_play = 0;
  // Whole games a second, two greedy players (one where the rules are for one).
  double greedy_games = 0;
};

// Takes about `time`, and longer where one round over the positions does. An error says that games of these
// rules and words have no turn.
Result<Speed> measure_speed(const Ruleset& rules, const Lexicon& lexicon, std::chrono::duration<double> time);

// As the system calls it; "unknown processor" when it does not say.
std::string processor_name();

}  // namespace toptile
