// Removes the organizer's own paths from texts that authors and other readers get.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace toptile {

// The text with paths in these folders shortened to the part below the folder, and the folders themselves to
// ".". If one of the folders is inside another, it must come before that one. Paths in other temporary
// folders of Toptile are shortened to the part below those, too.
std::string without_own_paths(std::string text, const std::vector<std::filesystem::path>& folders);

}  // namespace toptile
