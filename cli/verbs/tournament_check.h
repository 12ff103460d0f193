// toptile tournament --check: what would be played, every bot started once, nothing played or kept.
#pragma once

#include "cli/flags/tournament_flags.h"
#include "engine/result.h"

namespace toptile {

// Says all that is wrong. The exit code: done, wrong use, or interrupted.
Result<int> check_tournament(const TournamentFlags& flags);

}  // namespace toptile
