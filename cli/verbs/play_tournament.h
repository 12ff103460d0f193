// The work of toptile tournament and toptile match, after their flags are parsed.
#pragma once

#include "cli/flags/tournament_flags.h"

namespace toptile {

// Plays or resumes a tournament. Prints an error if there is one, and returns the exit code.
int play_tournament(const TournamentFlags& flags);

}  // namespace toptile
