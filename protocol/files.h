// Whole files in and out.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "engine/result.h"

namespace toptile {

// An error names the file and the system's reason. "-" is standard input.
Result<std::string> read_file(const std::filesystem::path& file);

// Writes aside, syncs, renames, and syncs the folder: after a loss of power the file is whole, old or new;
// new when this has returned.
Result<void> replace_file(const std::filesystem::path& file, std::string_view bytes);

// Forces what a folder holds, by name, to the disk: files made, renamed, removed; not what is in them.
Result<void> sync_folder(const std::filesystem::path& folder);

// The first `size` bytes, fewer when the file is shorter.
Result<std::string> read_beginning(const std::filesystem::path& file, std::size_t size);

}  // namespace toptile
