// What is read of a run's folder, which anybody may have made: regular files in it, and no more of each than
// it can hold (docs/game_log.md, "A run of a stranger's").
#pragma once

#include <cstdint>

#include "engine/result.h"
#include "protocol/foreign_folder.h"
#include "protocol/json_fields.h"
#include "protocol/lexicon_file.h"
#include "tournaments/run/run_store.h"

namespace toptile {

// Bytes. As many bots as a plan can have (kMostBots) come to less.
inline constexpr std::uint64_t kMostPlanBytes = 64 << 20;
// What is written stops at 16 MiB, with a line that says so.
inline constexpr std::uint64_t kMostStderrBytes = (16 << 20) + 1000;
inline constexpr std::uint64_t kMostTranscriptBytes = 17 << 20;
inline constexpr std::uint64_t kMostUnfinishedBytes = 16 << 20;

inline ForeignFolder files_of(const RunPaths& paths) {
  return ForeignFolder(paths.folder);
}

// run.json as it stands there.
Result<Json> read_plan_json(const RunPaths& paths);

// The words of the run's games, from the list that goes with it or from the built file.
Result<LoadedLexicon> load_list_of(const RunPaths& paths, const Ruleset& rules);
Result<LoadedLexicon> load_graph_of(const RunPaths& paths, const Ruleset& rules);

// Whoever writes into a run that is there asks this first: an error where a folder in it, or a file that is
// written in place, is a link or no such thing.
std::optional<Error> find_foreign_link(const RunPaths& paths);

}  // namespace toptile
