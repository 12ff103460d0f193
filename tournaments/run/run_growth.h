// Lets a run take more games, more rounds or other bots, without playing again what it has played. Afterwards
// it is as if it had been asked for so from the start: the seed of a set, and who sits where, depend on who
// meets and how often they have met, and not on the other games (Schedule).
//
// If only games or rounds are added, the schedule goes on where it ended. With other bots the games get other
// numbers: then all records are kept in another file (tournaments/run/kept_games.h) and written anew. Every
// step leaves a run that can go on, with its old plan or the new one, whenever the program is killed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "bots/built_bots.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/run_store.h"

namespace toptile {

// The bots that a run had and has no more, as they played for it.
struct LeftOutBots {
  std::vector<std::string> order;  // The names of all bots that the run ever had, in the order of its plans.
  std::vector<BotEntry> bots;
};
// Nobody if the run has no such file.
Result<LeftOutBots> read_left_out(const RunPaths& paths);

// How a run changed.
struct RunGrowth {
  std::vector<std::string> added, left_out;  // The names of bots.
  bool is_changed = false;
};

// Builds new bots.
using BuildBots = std::function<Result<BuiltBots>(const std::vector<BotEntry>& bots)>;

// Gives the run this plan. Nothing happens if it has this plan, or if it has not begun. An error says why the
// plan is not that of the same run with more games or other bots; then nothing was changed.
Result<RunGrowth> grow_run(const RunPaths& paths, const ResolvedPlan& resolved, const BuildBots& build);
// What grow_run would do, and the same errors. The run stays as it is.
Result<RunGrowth> check_growth(const RunPaths& paths, const ResolvedPlan& resolved);

}  // namespace toptile
