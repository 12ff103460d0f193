// The plan of a run that continues with changes: its own plan, with more games, more bots, or without some of
// its bots.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/run_store.h"

namespace toptile {

// The request that gives the run's plan, without its bots. The lexicon is the run's own. A run may be someone
// else's, so it cannot say that its bots need no sandbox.
Result<TournamentRequest> request_of_run(const RunPaths& paths);

struct BotChanges {
  std::vector<BotRequest> more;      // Bots that the run already has are ignored.
  std::vector<std::string> without;  // The names of bots. Bots that have already left the run are ignored.
};

// Looks everything up. `request` is that of request_of_run, perhaps with changes. A bot that comes back gets
// its old position in the plan, and new bots come last.
Result<ResolvedPlan> resolve_resumed(const RunPaths& paths, const TournamentRequest& request,
                                     const BotChanges& changes, const BotSearch& search);

}  // namespace toptile
