// What a tournament is told of in the terminal, or as JSON.
#pragma once

#include <string>

#include "tournaments/run/tournament.h"

namespace toptile {

// Who plays what; a run that goes on builds nothing.
std::string introduction(const Plan& plan, const BuiltBots& built, const RunPaths& paths);
// "12 of 40 games, 30 %, 0:17 to go, 2.3 games/s"
std::string progress_text(const TournamentProgress& progress);
// Each with the names of the bots by entrant: "game 7: greedy 343, random 139; out after 38 turns",
std::string game_text(const GameEnded& game, const std::vector<std::string>& names);
// "game 7: broken: illegal: …",
std::string forfeit_text(const GameEnded& game, const GameForfeit& forfeit,
                         const std::vector<std::string>& names);
// "broken is withdrawn: …".
std::string withdrawal_text(const Withdrawal& withdrawal, const std::vector<std::string>& names);
// What a match of two comes to is told where it has a test, or on request.
std::string summary(const TournamentEnd& end, const Plan& plan, const RunPaths& paths,
                    bool tells_match = false);
// The event `end` (docs/events.md).
Json summary_to_json(const TournamentEnd& end, const Plan& plan, const RunPaths& paths);

}  // namespace toptile
