// The folder for what can be made again, such as built bots and those of git's revisions.
#pragma once

#include <filesystem>
#include <string>

#include "engine/result.h"

namespace toptile {

// A folder of this name in $XDG_CACHE_HOME/toptile or ~/.cache/toptile; without a home it is among the
// temporary files. It is made if it is not there, and belongs to this user alone.
Result<std::filesystem::path> cache_folder(const std::string& name);

// Makes the folder if it is not there. An error if it is another user's, or no folder: nobody else may write
// there, or what is found there might not be what was put there.
Result<void> make_own_folder(const std::filesystem::path& folder);

}  // namespace toptile
