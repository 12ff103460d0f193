// The space that a folder takes on the disk, or would take if it were copied, while other programs work in
// it.
#pragma once

#include <cstdint>
#include <filesystem>

namespace toptile {

// The bytes of everything in the folder. A file counts with its size or with the blocks that it takes,
// whichever is more: a file with holes costs its whole size where a copy has none. A file with two names
// counts twice, as a copy would have two files. Links are not followed. Files that come or go meanwhile may
// or may not be counted; all others are. If the folder cannot be counted, the result is UINT64_MAX.
std::uint64_t bytes_below(const std::filesystem::path& folder);

}  // namespace toptile
