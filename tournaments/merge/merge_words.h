// What bots of a shard wrote and were told, taken over into the merged run.
#pragma once

#include "engine/result.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/run_store.h"

namespace toptile {

// Standard errors are appended to what other shards brought; transcripts are those of the shard's games. The
// shard may be anybody's: only regular files in it are taken, of no more bytes than they can have, and holes
// stay holes, so that it takes no more of the disk here than it does there.
Result<void> copy_words_of_bots(const RunPaths& shard, const Plan& plan, const RunPaths& out);

}  // namespace toptile
