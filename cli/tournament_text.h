// What a tournament is told of in the terminal, or as JSON.
#pragma once

#include <string>

#include "tournaments/tournament.h"

namespace toptile {

std::string introduction(const Plan& plan, const RunPaths& paths);
// "12 of 40 games, 30 %, 0:17 to go, 2.3 games/s"
std::string progress_text(const TournamentProgress& progress);
std::string summary(const TournamentEnd& end, const Plan& plan, const RunPaths& paths);
Json summary_to_json(const TournamentEnd& end, const RunPaths& paths);

}  // namespace toptile
