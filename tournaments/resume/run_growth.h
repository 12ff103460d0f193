// Extends a run by games or rounds, or changes its bots, without playing its games again. Afterwards the run
// is as if it had been requested like this from the start: the seed of a set, and who sits where, depend on
// who meets and how often they have met, and not on the other games (Schedule).
//
// If only games or rounds are added, the schedule continues where it ended. With other bots the games get
// other numbers: then all records are kept in another file (tournaments/run/kept_games.h) and written again.
// Whenever the program is killed, it leaves a run that can continue, with its old plan or the new one.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "bots/copies/built_bots.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/run_store.h"

namespace toptile {

// The former bots of a run, as they played in it.
struct LeftOutBots {
  std::vector<std::string> order;  // The names of all bots that the run ever had, in the order of its plans.
  std::vector<BotEntry> bots;
};
// Empty if the run has no such file.
Result<LeftOutBots> read_left_out(const RunPaths& paths);

// How a run changed.
struct RunGrowth {
  std::vector<std::string> added, left_out;  // The names of bots.
  bool is_changed = false;
};

// Builds new bots.
using BuildBots = std::function<Result<BuiltBots>(const std::vector<BotEntry>& bots)>;

// Gives the run this plan, which must have what the run planned first (keep_first_plan). Does nothing if the
// run already has it, or has not begun. Fails, without a change, if the plan is not that of the same run with
// more games or other bots.
Result<RunGrowth> grow_run(const RunPaths& paths, const ResolvedPlan& resolved, const BuildBots& build);
// What grow_run would do, with the same errors. The run is not changed.
Result<RunGrowth> check_growth(const RunPaths& paths, const ResolvedPlan& resolved);

}  // namespace toptile
