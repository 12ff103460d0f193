// The work of toptile tournament and toptile match, after their flags are parsed.
#pragma once

#include "cli/flags/tournament_flags.h"

namespace toptile {

// Plays or resumes a tournament, or checks it. Returns the exit status.
Result<int> play_tournament(const TournamentFlags& flags);

}  // namespace toptile
