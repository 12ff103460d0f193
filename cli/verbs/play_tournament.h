// What toptile tournament and toptile match do, once their flags are read.
#pragma once

#include "cli/flags/tournament_flags.h"

namespace toptile {

// Plays or resumes; the exit code. Says what was wrong.
int play_tournament(const TournamentFlags& flags);

}  // namespace toptile
