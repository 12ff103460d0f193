// The hash by which a bot without a bot.json is known, so that a run never mixes two builds
// (docs/game_log.md, "run.json").
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/result.h"

namespace toptile {

// SHA-256 in hexadecimal over the program and the files among its arguments: an interpreter's program is
// there. Words of the command that name files count from the directory.
Result<std::string> hash_of_bot(const std::vector<std::string>& command,
                                const std::filesystem::path& directory);

}  // namespace toptile
