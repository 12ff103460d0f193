#include "bots/cache_folder.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <vector>

#include "base/files.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

namespace fs = std::filesystem;

constexpr int kMaxEntries = 500'000;

struct Count {
  std::uint64_t bytes = 0;
  bool is_whole = true;  // Whether nothing vanished during the count.
};

// Sums do not overflow: two sizes that a file system allows may need more than 64 bits together.
void add(std::uint64_t& sum, std::uint64_t bytes) {
  sum += std::min(bytes, UINT64_MAX - sum);
}

std::uint64_t bytes_of(const struct stat& status) {
  const auto taken = static_cast<std::uint64_t>(status.st_blocks) * 512;
  return S_ISREG(status.st_mode) ? std::max(taken, static_cast<std::uint64_t>(status.st_size)) : taken;
}

Count count_below(const fs::path& folder) {
  Count count;
  int entries = 0;
  std::vector<fs::path> folders = {folder};
  while (!folders.empty()) {
    const fs::path next = std::move(folders.back());
    folders.pop_back();
    std::error_code error;
    for (fs::directory_iterator entry(next, error), end; !error && entry != end; entry.increment(error)) {
      if (++entries > kMaxEntries) return {UINT64_MAX};
      struct stat status {};
      if (::lstat(entry->path().c_str(), &status) != 0) {
        count.is_whole = false;
        continue;
      }
      add(count.bytes, bytes_of(status));
      if (S_ISDIR(status.st_mode)) folders.push_back(entry->path());
    }
    if (!error) continue;
    if (error != std::errc::no_such_file_or_directory && error != std::errc::not_a_directory)
      return {UINT64_MAX};
    count.is_whole = false;
  }
  return count;
}

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

// The path follows the XDG Base Directory Specification.
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

// A folder that is moved during the count may be missed. So it is counted several times, and the largest
// count is taken, as a folder is hardly missed every time.
std::uint64_t bytes_below(const fs::path& folder) {
  constexpr int kMaxLooks = 5;
  std::uint64_t most = 0;
  for (int look = 0; look < kMaxLooks; ++look) {
    const Count count = count_below(folder);
    most = std::max(most, count.bytes);
    if (count.is_whole) break;
  }
  return most;
}

}  // namespace toptile
