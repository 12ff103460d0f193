// --check: reports what would be played, and starts every bot once. No games are played, and nothing is
// saved.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/flags/tournament_flags.h"
#include "cli/terminal/interrupt.h"
#include "tournaments/resume/run_growth.h"

namespace toptile {

// The bots of a request: the whole field, or only those that join a run.
enum class Field { whole, joining };

// Removes the bots that cannot be found, built or started from the request, and prints what is wrong with
// them. It is an error if something else is wrong.
Result<void> leave_out_broken(const InterruptWatch& interrupts, Field field, TournamentRequest& request);
// Removes the bots that the flags name, and also broken ones if the flags say so.
Result<void> leave_out(const TournamentFlags& flags, const InterruptWatch& interrupts,
                       TournamentRequest& request);

// How resuming changes a run, in sentences without a full stop.
std::vector<std::string> words_of(const RunGrowth& growth, const RunPaths& paths);

// Prints what would be played, and all errors. `resolve` looks up the request. Returns the exit code: kDone,
// kWrongUse or kInterrupted.
Result<int> check_tournament(const TournamentFlags& flags, const TournamentRequest& request,
                             const std::function<Result<ResolvedPlan>()>& resolve,
                             const InterruptWatch& interrupts);

}  // namespace toptile
