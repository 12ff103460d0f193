// Makes one run of the shards of a tournament. Except for times, it has the same bytes as the run that one
// machine would have played.
#pragma once

#include <vector>

#include "base/result.h"
#include "tournaments/run/tournament.h"

namespace toptile {

struct MergedRun {
  Plan plan;
  TournamentEnd end;
  bool was_there = false;  // The folder already held the whole run, and was left as it is.
};

// The shards must be all parts of one tournament, each given once and played to its end; an error names the
// shard that is wrong, and why. Withdrawals are decided again, in the order of the whole schedule. Fails if a
// bot was withdrawn in a shard and would not be withdrawn in the whole, because games are missing then. The
// folder appears only when it is complete. A merge that was killed starts over.
Result<MergedRun> merge_shards(const std::vector<RunPaths>& shards, const RunPaths& out);

}  // namespace toptile
