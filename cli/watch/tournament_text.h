// What is told of a tournament in the terminal or as JSON.
#pragma once

#include <string>

#include "tournaments/run/tournament.h"

namespace toptile {

// Says before the first game who plays, and by which rules. A resumed run has built nothing.
std::string introduction(const Plan& plan, const BuiltBots& built, const RunPaths& paths);
// Says on stderr what the reader of a run should know: how many of its games wait for their places after it
// grew or lost a bot, and which bots cannot be started any more, and why not. Runs of earlier versions have
// such bots.
void print_notes_on_run(const RunPaths& paths, const Plan& plan);
// A text such as "12 of 40 games, 30 %, 0:17 to go, 2.3 games/s".
std::string progress_text(const TournamentProgress& progress);
// A text such as "game 7: greedy 343, random 139; out after 38 turns". The index of `names` is the entrant.
std::string game_text(const GameEnded& game, const std::vector<std::string>& names);
// A text such as "game 7: broken: illegal: …".
std::string forfeit_text(const GameEnded& game, const GameForfeit& forfeit,
                         const std::vector<std::string>& names);
// A text such as "broken is withdrawn: …".
std::string withdrawal_text(const Withdrawal& withdrawal, const std::vector<std::string>& names);
// The result of the tournament. What a match of two comes to is told if it has a test, or if `tells_match`.
// The report is named only if it was written.
std::string summary(const TournamentEnd& end, const Plan& plan, const RunPaths& paths,
                    bool tells_match = false, bool has_report = true);
// The event `end` (docs/events.md).
Json summary_to_json(const TournamentEnd& end, const Plan& plan, const RunPaths& paths,
                     bool has_report = true);

}  // namespace toptile
