// The folder with a user's own files of this program.
#pragma once

#include <filesystem>
#include <optional>

namespace toptile {

// $XDG_DATA_HOME/toptile, or ~/.local/share/toptile. Returns nothing if neither variable is an absolute path.
std::optional<std::filesystem::path> user_data_folder();

}  // namespace toptile
