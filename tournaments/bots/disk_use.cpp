#include "tournaments/bots/disk_use.h"

#include <sys/stat.h>

#include <algorithm>
#include <system_error>
#include <vector>

namespace toptile {

namespace {

namespace fs = std::filesystem;

constexpr int kMostEntries = 500'000;

struct Count {
  std::uint64_t bytes = 0;
  bool is_whole = true;  // Nothing vanished while it was counted.
};

// Sums do not overflow: two sizes that a file system allows may come to more than 64 bits.
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
      if (++entries > kMostEntries) return {UINT64_MAX};
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

// A folder that is moved while it is counted may be missed. It is looked at several times, and the largest
// count is taken, as a folder is hardly missed every time.
std::uint64_t bytes_below(const fs::path& folder) {
  constexpr int kMostLooks = 5;
  std::uint64_t most = 0;
  for (int look = 0; look < kMostLooks; ++look) {
    const Count count = count_below(folder);
    most = std::max(most, count.bytes);
    if (count.is_whole) break;
  }
  return most;
}

}  // namespace toptile
