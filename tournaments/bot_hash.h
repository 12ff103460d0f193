// By what a bot is known, so that a run never mixes two builds (docs/game_log.md, "run.json").
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/result.h"

namespace toptile {

enum class Hashed {
  program,      // The program, and the files among its arguments: an interpreter's program is there.
  whole_folder  // Besides, all files of the folder but hidden ones and what builds and runs make.
};

// SHA-256 in hexadecimal. Words of the command that name files count from the directory.
Result<std::string> hash_of_bot(const std::vector<std::string>& command,
                                const std::filesystem::path& directory, Hashed hashed);

}  // namespace toptile
