// What a program needs to read in order to run, besides the system's own folders: a bot in a sandbox sees
// that, and no more.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/result.h"

namespace toptile {

// Folders of the system that every bot may read, those that are there.
std::vector<std::filesystem::path> system_folders();

// Whether `file` is `folder` or in it, by their names.
bool is_within(const std::filesystem::path& file, const std::filesystem::path& folder);

// Files and folders for a command whose program is a path, with relative words counted from `directory`:
// - the folder of each file that the command names. That of a program in `bin` is the folder above it, with
//   its libraries. A folder that holds more than a program (/, /tmp, a home) is left out for the file alone;
// - likewise the interpreter that a script's first line names, as found on `path`;
// - likewise what these link to.
// In order, none inside another, none in the system's folders.
std::vector<std::filesystem::path> files_needed(const std::vector<std::string>& command,
                                                const std::filesystem::path& directory,
                                                std::string_view path);

// Why Linux would not run the program, as explain_exec_failure says it; success where it would.
Result<void> find_start_fault(const std::filesystem::path& program);

}  // namespace toptile
