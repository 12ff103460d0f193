// What a match of two comes to, in the terminal or as JSON.
#pragma once

#include <string>

#include "tournaments/tournament.h"

namespace toptile {

// Empty before the first pair.
std::string match_text(const TournamentEnd& end, const Plan& plan);
Json match_to_json(const TournamentEnd& end, const Plan& plan);

}  // namespace toptile
