// toptile tournament --check: says what would be played, and starts every bot once. Nothing is played or
// kept.
#pragma once

#include <vector>

#include "cli/flags/tournament_flags.h"
#include "cli/terminal/interrupt.h"
#include "engine/result.h"

namespace toptile {

// The numbers of the requested bots that cannot be found, built or started. What is wrong with them is
// printed. An error if something else is wrong.
Result<std::vector<std::size_t>> find_broken_bots(const TournamentRequest& request,
                                                  const InterruptWatch& interrupts);

// Prints all that is wrong. Returns the exit code: done, wrong use, or interrupted.
Result<int> check_tournament(const TournamentFlags& flags);

}  // namespace toptile
