// Copies what the bots of a shard wrote and were told into the merged run.
#pragma once

#include "base/result.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/run_store.h"

namespace toptile {

// What a bot wrote on stderr is appended to what it wrote in other shards. Transcripts are those of the
// shard's games. Anybody may have made the shard, so only regular files in it are copied, and no more bytes
// than they can rightly have. Holes stay holes, so that a copy takes no more of the disk than the file does.
Result<void> copy_words_of_bots(const RunPaths& shard, const Plan& plan, const RunPaths& out);

}  // namespace toptile
