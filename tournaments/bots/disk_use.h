// What a folder takes on the disk while somebody works in it.
#pragma once

#include <cstdint>
#include <filesystem>

namespace toptile {

// The bytes of all that lies in the folder. Links are not followed. What comes and goes meanwhile may be
// counted or not, and nothing else is left out for it. What cannot be counted is too much: UINT64_MAX.
std::uint64_t bytes_below(const std::filesystem::path& folder);

}  // namespace toptile
