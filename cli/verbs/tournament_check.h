// toptile tournament --check: says what would be played, and starts every bot once. Nothing is played or
// kept.
#pragma once

#include "cli/flags/tournament_flags.h"
#include "engine/result.h"

namespace toptile {

// Prints all that is wrong. Returns the exit code: done, wrong use, or interrupted.
Result<int> check_tournament(const TournamentFlags& flags);

}  // namespace toptile
