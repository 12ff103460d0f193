// What a program needs to read in order to run, besides the system's own folders. A bot in a sandbox sees
// that, and no more.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace toptile {

// The folders of the system that every bot may read, if they exist.
std::vector<std::filesystem::path> system_folders();
// Folders inside these that hold no programs and libraries, but what people keep there. No bot may read them.
std::vector<std::filesystem::path> private_system_folders();

// Whether `file` is `folder` or in it, judged by their names.
bool is_within(const std::filesystem::path& file, const std::filesystem::path& folder);
// Whether the file is in the system's folders, so that every bot may read it.
bool is_in_system(const std::filesystem::path& file);

// What Linux takes for PATH if it is not set.
inline constexpr std::string_view kLeastPath = "/usr/bin:/bin";
// The variable PATH, or kLeastPath if it is not set.
std::string search_path();

// The program that a name stands for on `path`, a list of folders as in the variable PATH.
std::optional<std::filesystem::path> find_on_path(const std::string& name, std::string_view path);

// What a program of this machine needs besides the system's folders and the bot's own.
struct NeededFiles {
  std::vector<std::filesystem::path> shown;   // The paths in order; none is inside another.
  std::vector<std::filesystem::path> hidden;  // The paths inside these that are not needed.
};

// What `program`, an absolute path, needs to run. The first part is the program's own place:
// - If the program is in a folder `bin`, it belongs to an installation. Of that, only the parts that programs
//   run with are shown, such as `bin`, `lib` and `share`: people's secrets lie beside them.
// - If not, its folder is shown without the hidden files in it. If that folder holds more than a program (/,
//   /tmp, a home), only the file is shown.
//
// The second part, found in the same way, is the place of the interpreter that a script's first line names,
// and of everything that the program or the interpreter links to. The interpreter must be a program in the
// system's folders or in a folder on `path`. Any other is an error, as a script could choose by it what its
// bot may read.
//
// `own` lists files that are shown anyway.
Result<NeededFiles> files_needed(const std::filesystem::path& program,
                                 const std::vector<std::filesystem::path>& own, std::string_view path);

// Whether the folder holds things that belong to many. Such a folder is never shown for the sake of one file
// in it.
bool is_wide_folder(const std::filesystem::path& folder);

// Says why Linux would not run the program, in the words of explain_exec_failure; success if it would.
Result<void> check_start(const std::filesystem::path& program);

}  // namespace toptile
