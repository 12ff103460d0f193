// --check: says what would be played, and starts every bot once. Nothing is played or kept.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/flags/tournament_flags.h"
#include "cli/terminal/interrupt.h"
#include "tournaments/run/run_growth.h"

namespace toptile {

// The bots of a request: all of a tournament, or those that join a run.
enum class Field { whole, joining };

// Takes those bots out that cannot be found, built or started, and prints what is wrong with them. An error
// if something else is wrong.
Result<void> leave_out_broken(const InterruptWatch& interrupts, Field field, TournamentRequest& request);
// Takes those out that the flags name, and those that are broken if the flags say so.
Result<void> leave_out(const TournamentFlags& flags, const InterruptWatch& interrupts,
                       TournamentRequest& request);

// How a run changes when it goes on, in sentences without a full stop.
std::vector<std::string> words_of(const RunGrowth& growth, const RunPaths& paths);

// Prints what would be played and all that is wrong. `resolve` looks up what is asked for of a run. Returns
// the exit code: done, wrong use, or interrupted.
Result<int> check_tournament(const TournamentFlags& flags, const TournamentRequest& request,
                             const std::function<Result<ResolvedPlan>()>& resolve,
                             const InterruptWatch& interrupts);

}  // namespace toptile
