// The space that a folder takes on the disk while other programs work in it.
#pragma once

#include <cstdint>
#include <filesystem>

namespace toptile {

// The bytes of everything in the folder. Links are not followed. Files that come or go meanwhile may or may
// not be counted; all others are. If the folder cannot be counted, the result is UINT64_MAX.
std::uint64_t bytes_below(const std::filesystem::path& folder);

}  // namespace toptile
