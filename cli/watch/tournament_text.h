// Texts about a tournament for the terminal, and its summary as JSON.
#pragma once

#include <string>

#include "tournaments/run/tournament.h"

namespace toptile {

// The text before the first game: who plays, and by which rules. For a resumed run, `built` is empty.
std::string introduction(const Plan& plan, const BuiltBots& built, const RunPaths& paths);
// Prints notes for the reader of a run on stderr: how many of its games wait for their places after a bot
// joined or left, and which bots can no longer be started, and why. Runs of earlier versions have such bots.
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
// The result of the tournament. The result of a match of two is included if it has a test, or if
// `tells_match`. The report is mentioned only if it was written.
std::string summary(const TournamentEnd& end, const Plan& plan, const RunPaths& paths,
                    bool tells_match = false, bool has_report = true);
// The event `end` (docs/events.md).
Json summary_to_json(const TournamentEnd& end, const Plan& plan, const RunPaths& paths,
                     bool has_report = true);

}  // namespace toptile
