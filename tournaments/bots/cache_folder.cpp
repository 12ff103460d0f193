#include "tournaments/bots/cache_folder.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <vector>

#include "base/system_error.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

}  // namespace

Result<void> make_own_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder.parent_path(), error);
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) return system_error(folder);
  struct stat status {};
  if (::lstat(folder.c_str(), &status) != 0) return system_error(folder);
  if (!S_ISDIR(status.st_mode) || status.st_uid != ::geteuid())
    return Error{fmt::format("{}: this is not a folder that belongs to this user", folder.string())};
  if (::chmod(folder.c_str(), 0700) != 0) return system_error(folder);
  return success();
}

// The place follows the XDG Base Directory Specification.
Result<fs::path> cache_folder(const std::string& name) {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  const char* const home = std::getenv("HOME");
  std::vector<fs::path> places;
  if (cache != nullptr && *cache == '/') places.push_back(fs::path(cache) / "toptile");
  if (home != nullptr && *home == '/') places.push_back(fs::path(home) / ".cache" / "toptile");
  std::error_code error;
  if (const fs::path temporary = fs::temp_directory_path(error); !error)
    places.push_back(temporary / fmt::format("toptile-{}", ::geteuid()));
  Error last{"there is no folder to keep bots in: set XDG_CACHE_HOME to a folder that can be written"};
  for (const fs::path& place : places) {
    const auto made = make_own_folder(place);
    const auto inner = made ? make_own_folder(place / name) : made;
    if (inner) return place / name;
    last = inner.error();
  }
  return last;
}

}  // namespace toptile
