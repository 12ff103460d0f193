// Whole files in and out.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "engine/result.h"

namespace toptile {

// An error names the file and the system's reason. "-" is standard input.
Result<std::string> read_file(const std::filesystem::path& file);

enum class Readers {
  all,   // As the umask has it.
  owner  // Nobody else: what a run's folder holds tells of games that are not over.
};

// Writes aside, syncs and renames: after a crash the file is whole, old or new.
Result<void> replace_file(const std::filesystem::path& file, std::string_view bytes,
                          Readers readers = Readers::all);

// Forces the names in a folder to the disk: of files made, renamed, replaced, removed; not what is in them.
Result<void> sync_folder(const std::filesystem::path& folder);

// The first `size` bytes, fewer when the file is shorter.
Result<std::string> read_beginning(const std::filesystem::path& file, std::size_t size);

}  // namespace toptile
