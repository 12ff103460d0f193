// The archive in which a bot's folder is kept and sent.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/result.h"

namespace toptile {

// Packs the files that belong to a bot (bots/bot_files.h), as tar with zstd, or with gzip if libarchive has
// no zstd. The same files always give the same bytes with the same versions of these libraries. Unpacked,
// they have the same hash_of_files. An error names what an archive cannot hold, such as a link to a file of
// the system.
Result<std::string> pack_folder(const std::filesystem::path& folder, std::uint64_t most_bytes);

}  // namespace toptile
