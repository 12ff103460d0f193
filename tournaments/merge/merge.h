// One run out of the shards of a tournament: the run that one machine would have played, to the byte but for
// times.
#pragma once

#include <vector>

#include "engine/result.h"
#include "tournaments/run/tournament.h"

namespace toptile {

struct MergedRun {
  Plan plan;
  TournamentEnd end;
  bool was_there = false;  // The folder held the whole run already; it was left as it is.
};

// Refuses shards that are not all parts of one tournament, each once and played to its end, and says which
// and why. Bots are withdrawn as the order of the schedule has it; an error where one had been withdrawn in a
// shard and would not have been otherwise, as games are missing then. The folder is there when all of it is;
// what is left of a merge that was killed is begun anew.
Result<MergedRun> merge_shards(const std::vector<RunPaths>& shards, const RunPaths& out);

}  // namespace toptile
