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
  bool was_there = false;  // The folder held the whole run already; it was left as it is.
};

// The shards must be all parts of one tournament, each once and played to its end; an error says which is
// not, and why. Withdrawals are decided anew, in the order of the whole schedule. It is an error if a bot was
// withdrawn in a shard and would not be withdrawn in the whole, because games are missing then. The folder
// appears only when it is complete. A merge that was killed begins again.
Result<MergedRun> merge_shards(const std::vector<RunPaths>& shards, const RunPaths& out);

}  // namespace toptile
