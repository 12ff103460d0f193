// Hides where an organizer's machine keeps things from what authors and readers are told.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace toptile {

// The text with paths in these folders shortened to the part below the folder, and the folders themselves to
// ".". A folder that is in another one comes before that. Of paths in other temporary folders of Toptile, the
// part below them is left, too.
std::string without_own_paths(std::string text, const std::vector<std::filesystem::path>& folders);

}  // namespace toptile
