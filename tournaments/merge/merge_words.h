// Copies the stderr files and transcripts of a shard's bots into the merged run.
#pragma once

#include "base/result.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/run_store.h"

namespace toptile {

// A bot's stderr is appended to its stderr of other shards. Transcripts are those of the shard's games. The
// shard may be someone else's, so only regular files in it are copied, and no more bytes than they can
// rightly have. Holes stay holes, so that a copy takes no more disk space than the original.
Result<void> copy_words_of_bots(const RunPaths& shard, const Plan& plan, const RunPaths& out);

}  // namespace toptile
