#include "base/temporary_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace toptile {

namespace {

namespace fs = std::filesystem;

// Folders of versions that did not lock theirs have no number in their names, and must be left alone.
constexpr std::string_view kPrefix = "toptile-";
constexpr std::size_t kRandomLetters = 6;

// "toptile-PID-XXXXXX". The number is for people; it may be that of another container.
bool is_name_of_ours(std::string_view name) {
  if (!name.starts_with(kPrefix)) return false;
  name.remove_prefix(kPrefix.size());
  const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
  name.remove_prefix(digits);
  return digits > 0 && name.size() == kRandomLetters + 1 && name.front() == '-' &&
         std::ranges::all_of(name.substr(1), [](unsigned char c) { return std::isalnum(c) != 0; });
}

UniqueDescriptor open_folder(const fs::path& path) {
  return UniqueDescriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

bool is_still_at(const fs::path& path, int folder) {
  struct stat held {
  }, named{};
  return ::fstat(folder, &held) == 0 && ::lstat(path.c_str(), &named) == 0 && held.st_dev == named.st_dev &&
         held.st_ino == named.st_ino;
}

// Whether a lock that another process holds is seen here for sure. On a file system of the network, the
// process may be on another machine.
bool sees_all_locks(const fs::path& folder) {
  constexpr std::array<std::uint32_t, 7> kLocal = {0xEF53,       // ext2 to ext4
                                                   0x58465342,   // XFS
                                                   0x9123683E,   // Btrfs
                                                   0x01021994,   // tmpfs
                                                   0x794C7630,   // overlayfs
                                                   0x2FC12FC1,   // ZFS
                                                   0xF2F52010};  // F2FS
  struct statfs status {};
  return ::statfs(folder.c_str(), &status) == 0 &&
         std::ranges::find(kLocal, static_cast<std::uint32_t>(status.f_type)) != kLocal.end();
}

// Whatever cannot be removed stays, as it hinders nothing.
void remove_folders_of_dead_processes(const fs::path& in) {
  if (!sees_all_locks(in)) return;
  std::error_code error;
  for (fs::directory_iterator entry(in, error), end; !error && entry != end; entry.increment(error)) {
    const fs::path path = entry->path();
    if (!is_name_of_ours(path.filename().native())) continue;
    const UniqueDescriptor folder = open_folder(path);
    struct stat status {};
    if (!folder.is_open() || ::fstat(folder.number(), &status) != 0 || status.st_uid != ::geteuid()) continue;
    if (::flock(folder.number(), LOCK_EX | LOCK_NB) != 0 || !is_still_at(path, folder.number())) continue;
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
}

}  // namespace

Result<TemporaryFolder> TemporaryFolder::make() {
  std::error_code error;
  const auto folder = fs::temp_directory_path(error);
  if (error) return Error{fmt::format("TMPDIR: this is not a folder: {}", error.message())};
  remove_folders_of_dead_processes(folder);
  while (true) {
    std::string name = (folder / fmt::format("{}{}-XXXXXX", kPrefix, ::getpid())).string();
    if (::mkdtemp(name.data()) == nullptr)
      return Error{
          fmt::format("{}: no folder can be made here: {}; set TMPDIR to a folder that can be written",
                      folder.string(), std::strerror(errno))};
    UniqueDescriptor lock = open_folder(name);
    // A process that removes those of the dead may have seen the new one before it was locked.
    if (!lock.is_open() && errno == ENOENT) continue;
    if (lock.is_open() && ::flock(lock.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) continue;
    if (lock.is_open() && !is_still_at(name, lock.number())) continue;
    TemporaryFolder made(name, std::move(lock));
    if (!made.lock_.is_open())
      return Error{fmt::format("{}: this folder cannot be opened: {}", name, std::strerror(errno))};
    return made;
  }
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace toptile
