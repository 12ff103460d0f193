// The report that a run has in its own folder. The page lacks what only records tell. So it is written at
// once, and the same results give the same bytes.
#pragma once

#include "engine/result.h"
#include "tournaments/run/run_store.h"
#include "tournaments/run/tournament.h"

namespace toptile {

Result<void> write_run_report(const RunPaths& paths, const Plan& plan, const TournamentEnd& end);

}  // namespace toptile
