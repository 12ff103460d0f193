// The report that a run has in its own folder: the page without what only records tell, so that it is written
// at once and is the same to the byte for the same results.
#pragma once

#include "engine/result.h"
#include "tournaments/run/run_store.h"
#include "tournaments/run/tournament.h"

namespace toptile {

Result<void> write_run_report(const RunPaths& paths, const Plan& plan, const TournamentEnd& end);

}  // namespace toptile
