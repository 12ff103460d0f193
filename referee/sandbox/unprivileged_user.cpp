#include "referee/sandbox/unprivileged_user.h"

#include <sys/stat.h>

#include <atomic>
#include <cstdint>
#include <fstream>
#include <random>

namespace toptile {
namespace {

// The far range is above the users that systemd gives to containers, and below the limit of a signed number.
// The near one is for a container that has fewer users: systemd uses it for transient services.
struct IdRange {
  std::uint64_t first, count;
};
constexpr IdRange kFarRange{0x7000'0000, 0x0fff'ffff};
constexpr IdRange kNearRange{61184, 65520 - 61184};

// The line "0 100000 65536" in /proc/self/uid_map means that users 0 to 65535 exist in this namespace.
bool exists_here(const IdRange& range) {
  std::ifstream map("/proc/self/uid_map");
  std::uint64_t first = 0, outside = 0, count = 0;
  while (map >> first >> outside >> count) {
    if (range.first >= first && range.first + range.count <= first + count) return true;
  }
  return false;
}

}  // namespace

uid_t unprivileged_user() {
  static const IdRange range = exists_here(kFarRange) ? kFarRange : kNearRange;
  static std::atomic<std::uint64_t> next = std::random_device{}();
  return static_cast<uid_t>(range.first + next++ % range.count);
}

bool is_open_to_all(const std::filesystem::path& path) {
  const auto permits = [](const std::filesystem::path& file, mode_t wanted) {
    struct stat status {};
    return ::stat(file.c_str(), &status) == 0 && (status.st_mode & wanted) == wanted;
  };
  std::error_code ignored;
  const bool is_folder = std::filesystem::is_directory(path, ignored);
  if (!permits(path, is_folder ? S_IROTH | S_IXOTH : S_IROTH)) return false;
  for (std::filesystem::path above = path.parent_path();; above = above.parent_path()) {
    if (!permits(above, S_IXOTH)) return false;
    if (above == above.parent_path()) return true;
  }
}

}  // namespace toptile
