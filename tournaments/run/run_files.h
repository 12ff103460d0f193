// Reads the files of a run folder. The folder may be someone else's, so only regular files in it are read,
// and no more bytes of a file than it can rightly have (docs/game_log.md, "Someone else's run").
#pragma once

#include <cstdint>

#include "base/foreign_folder.h"
#include "base/json_fields.h"
#include "base/result.h"
#include "protocol/lexicon_file.h"
#include "tournaments/run/run_store.h"

namespace toptile {

// A plan with as many bots as it can have (kMaxBots) is smaller.
inline constexpr std::uint64_t kMaxPlanBytes = 64 << 20;
// A bot's stderr is cut off at 16 MiB, and a line in the file says so.
inline constexpr std::uint64_t kMaxStderrBytes = (16 << 20) + 1000;
inline constexpr std::uint64_t kMaxTranscriptBytes = 17 << 20;
inline constexpr std::uint64_t kMaxUnfinishedBytes = 16 << 20;

inline ForeignFolder files_of(const RunPaths& paths) {
  return ForeignFolder(paths.folder);
}

// The content of run.json, whose fields are not checked.
Result<Json> read_plan_json(const RunPaths& paths);

// The lexicon of the run's games. The first function reads it from lexicon.txt, the second from the built
// lexicon.lexicon.
Result<LoadedLexicon> load_list_of(const RunPaths& paths, const Ruleset& rules);
Result<LoadedLexicon> load_graph_of(const RunPaths& paths, const Ruleset& rules);

// An error if a folder of the run, or a file that is written in place, is a link or of another type. Call
// this before writing into an existing run.
std::optional<Error> foreign_link_fault(const RunPaths& paths);

}  // namespace toptile
