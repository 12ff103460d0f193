// What a program needs to read in order to run, besides the system's own folders: a bot in a sandbox sees
// that, and no more.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/result.h"

namespace toptile {

// Folders of the system that every bot may read, those that are there.
std::vector<std::filesystem::path> system_folders();
// Folders in those that hold no programs and libraries, but what people keep there: no bot may read them.
std::vector<std::filesystem::path> private_system_folders();

// Whether `file` is `folder` or in it, by their names.
bool is_within(const std::filesystem::path& file, const std::filesystem::path& folder);
// Whether every bot may read it, as it is in the system's folders.
bool is_in_system(const std::filesystem::path& file);

// The program that a name stands for on `path`, a list of folders as in the variable PATH.
std::optional<std::filesystem::path> find_on_path(const std::string& name, std::string_view path);

// Files and folders for a program, an absolute path:
// - its folder. That of a program in `bin` is the folder above it, with its libraries. A folder that holds
// more
//   than a program (/, /tmp, a home) is left out for the file alone;
// - likewise the interpreter that a script's first line names, which is to be a program of the system's
// folders
//   or of a folder on `path`: an error else, as a script would say what its bot may read;
// - likewise what these link to.
// They are in order, none inside another, none in the system's folders, none in `own`, which is shown anyway.
Result<std::vector<std::filesystem::path>> files_needed(const std::filesystem::path& program,
                                                        const std::vector<std::filesystem::path>& own,
                                                        std::string_view path);

// Whether the folder holds what belongs to many, and is never shown for the sake of one file in it.
bool is_wide_folder(const std::filesystem::path& folder);

// Why Linux would not run the program, as explain_exec_failure says it; success where it would.
Result<void> find_start_fault(const std::filesystem::path& program);

}  // namespace toptile
