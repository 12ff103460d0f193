// Whole files in and out.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "engine/result.h"

namespace toptile {

// An error names the file and the system's reason. "-" is standard input.
Result<std::string> read_file(const std::filesystem::path& file);

// Writes aside, syncs and renames: after a crash the file is whole, old or new.
Result<void> replace_file(const std::filesystem::path& file, std::string_view bytes);

// The first `size` bytes, fewer when the file is shorter.
Result<std::string> read_beginning(const std::filesystem::path& file, std::size_t size);

}  // namespace toptile
