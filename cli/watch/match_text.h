// What a match of two comes to, in the terminal.
#pragma once

#include <string>

#include "tournaments/run/tournament.h"

namespace toptile {

// The text is empty before the first pair.
std::string match_text(const TournamentEnd& end, const Plan& plan);

}  // namespace toptile
