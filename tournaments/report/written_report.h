// The report in a run's own folder. It includes the games unless that would make it too large.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "tournaments/run/run_store.h"
#include "tournaments/run/tournament.h"

namespace toptile {

// The maximum size of a page with games that is written automatically. A browser opens a page of this size at
// once.
inline constexpr std::uintmax_t kMaxPageBytes = 20'000'000;

// Writes the report of a run that has ended or was stopped. It shows the results of `end`, and the games of
// the log if a page with them has at most `most_bytes` bytes. An error names the file that cannot be read or
// written.
Result<void> write_run_report(const RunPaths& paths, const Plan& plan, const TournamentEnd& end,
                              std::uintmax_t most_bytes = kMaxPageBytes);

}  // namespace toptile
