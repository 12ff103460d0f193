// The plan of a run that goes on with changes: its own plan, with more games, more bots, or without some.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/run_store.h"

namespace toptile {

// What the run was asked for, except for its bots. The words are its own. A run may be a stranger's, so it
// does not say that its bots need no sandbox.
Result<TournamentRequest> request_of_run(const RunPaths& paths);

struct BotChanges {
  std::vector<BotRequest> more;      // Those that the run has already do not count.
  std::vector<std::string> without;  // The names of bots. Those that left the run before do not count.
};

// Looks everything up. `request` is that of request_of_run, perhaps with changes. A bot that comes back gets
// the place that it had, and others come last.
Result<ResolvedPlan> resolve_resumed(const RunPaths& paths, const TournamentRequest& request,
                                     const BotChanges& changes, const BotSearch& search);

}  // namespace toptile
