// The hash that identifies a bot without a bot.json, so that a run never mixes two versions of it
// (docs/game_log.md, "run.json").
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace toptile {

// The SHA-256, in hexadecimal, of the program and of the files among its arguments: if the program is an
// interpreter, the bot's own program is there. Files that the command names count from the directory.
Result<std::string> hash_of_bot(const std::vector<std::string>& command,
                                const std::filesystem::path& directory);

}  // namespace toptile
