#include "tournaments/run/analysis_folder.h"

#include "protocol/lexicon_file.h"
#include "tournaments/bots/frozen_bots.h"

namespace toptile {

// The list in a run may be anything, so the bot reads a copy.
Result<AnalysisFolder> AnalysisFolder::make(const Lexicon& lexicon, const Sandbox& sandbox) {
  TOPTILE_TRY(auto folder, TemporaryFolder::make());
  AnalysisFolder made(std::move(folder));
  TOPTILE_TRY_TO(save_for_bots(lexicon, made.list()));
  TOPTILE_TRY_TO(let_users_through(sandbox, made.folder_.path(), {made.list()}));
  return made;
}

}  // namespace toptile
