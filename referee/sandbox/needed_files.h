// The files that a program must be able to read in order to run, besides the system's own folders. A bot in a
// sandbox sees these, and no more.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace toptile {

// The system's folders that every bot may read, if they exist.
std::vector<std::filesystem::path> system_folders();
// Folders inside these that hold people's files instead of programs and libraries. No bot may read them.
std::vector<std::filesystem::path> private_system_folders();

// Whether `file` is `folder` or in it, judged by their names.
bool is_within(const std::filesystem::path& file, const std::filesystem::path& folder);
// Whether the file is in the system's folders, so that every bot may read it.
bool is_in_system(const std::filesystem::path& file);

// The PATH that Linux assumes if it is not set.
inline constexpr std::string_view kMinPath = "/usr/bin:/bin";
// The variable PATH, or kMinPath if it is not set.
std::string search_path();

// The program with this name on `path`, a list of folders as in the variable PATH.
std::optional<std::filesystem::path> find_on_path(const std::string& name, std::string_view path);

// The files that a program of this machine needs besides the system's folders and the bot's own.
struct NeededFiles {
  std::vector<std::filesystem::path> shown;   // The paths in order; none is inside another.
  std::vector<std::filesystem::path> hidden;  // The paths inside these that are not needed.
};

// The files that `program`, an absolute path, needs to run. The first part is the program's own location:
// - If the program is in a folder `bin`, it belongs to an installation. Only the parts of it that programs
//   need at run time are shown, such as `bin`, `lib` and `share`, because people's secrets lie next to them.
// - If not, its folder is shown without the hidden files in it. If that folder holds more than a program (/,
//   /tmp, a home), only the file is shown.
//
// The second part, found in the same way, is the location of the interpreter that a script's first line
// names, and of everything that the program or the interpreter links to. The interpreter must be a program in
// the system's folders or in a folder on `path`. Any other is an error, because a script could use it to
// choose what its bot may read.
//
// `own` lists files that are shown anyway.
Result<NeededFiles> files_needed(const std::filesystem::path& program,
                                 const std::vector<std::filesystem::path>& own, std::string_view path);

// Whether the folder holds more than one program's files (/, /tmp, a home). Such a folder is never shown for
// the sake of one file in it.
bool is_wide_folder(const std::filesystem::path& folder);

// Fails if Linux would not run the program, with the text of explain_exec_failure.
Result<void> check_start(const std::filesystem::path& program);

}  // namespace toptile
