// The report that a run has in its own folder. It has the games, too, unless it would be large with them.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "tournaments/run/run_store.h"
#include "tournaments/run/tournament.h"

namespace toptile {

// The most bytes of a page with games that is written without being asked for. A browser opens it at once.
inline constexpr std::uintmax_t kMostPageBytes = 20'000'000;

// Writes the report of a run that has ended or was stopped. It shows the results of `end`. Its games are
// those of the log, if a page with them has `most_bytes` or fewer. An error names the file that cannot be
// read or written.
Result<void> write_run_report(const RunPaths& paths, const Plan& plan, const TournamentEnd& end,
                              std::uintmax_t most_bytes = kMostPageBytes);

}  // namespace toptile
