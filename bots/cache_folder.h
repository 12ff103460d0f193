// The cache for things that can be made again, such as built bots and bots of git revisions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "base/result.h"

namespace toptile {

// Limits on what is kept for the next time. What is in use is kept even beyond them.
struct CacheLimits {
  std::size_t places = 40;                       // Entries such as built bots, and logs of failed builds.
  std::uint64_t bytes = std::uint64_t{8} << 30;  // As bytes_below() counts them.
};

// The bytes of one entry are counted up to this number.
inline constexpr std::uint64_t kMaxCounted = std::uint64_t{4} << 30;

// A folder of this name in $XDG_CACHE_HOME/toptile or ~/.cache/toptile, or among the temporary files if the
// user has no home. It is created if it does not exist, and belongs to this user alone.
Result<std::filesystem::path> cache_folder(const std::string& name);

// Creates the folder if it does not exist. Fails if it is another user's, or not a folder: if others could
// write there, what is found there might not be what was put there.
Result<void> make_own_folder(const std::filesystem::path& folder);

// The bytes of everything in the folder. A file counts with its size or with the blocks that it takes,
// whichever is more: a file with holes costs its whole size where a copy has none. A file with two names
// counts twice, as a copy would have two files. Links are not followed. Files that come or go meanwhile may
// or may not be counted; all others are. If the folder cannot be counted, the result is UINT64_MAX.
std::uint64_t bytes_below(const std::filesystem::path& folder);

}  // namespace toptile
