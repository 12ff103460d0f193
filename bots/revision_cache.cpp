#include "bots/revision_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <optional>
#include <thread>
#include <vector>

#include "base/files.h"
#include "bots/cache_folder.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

// A folder that another version of this program wrote under the plain hash may differ from what was
// committed.
constexpr std::string_view kEnding = ".2";
// A folder that is being written or removed.
constexpr std::string_view kUnfinished = "unfinished-";
constexpr std::chrono::milliseconds kLockLook{10};
// If the file system has no locks, a folder counts as in use for this long after its last use.
constexpr std::chrono::hours kUsedFor{24 * 30};

UniqueDescriptor open_folder(const fs::path& folder) {
  return UniqueDescriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

// Another program may have removed or moved it before it was locked.
bool is_still_at(const fs::path& folder, const UniqueDescriptor& opened) {
  struct stat named {
  }, held{};
  return ::lstat(folder.c_str(), &named) == 0 && ::fstat(opened.number(), &held) == 0 &&
         named.st_dev == held.st_dev && named.st_ino == held.st_ino;
}

// The lock of a folder that is not in use; closed if it is in use.
UniqueDescriptor lock_unused(const fs::path& folder) {
  UniqueDescriptor opened = open_folder(folder);
  if (!opened.is_open()) return {};
  if (::flock(opened.number(), LOCK_EX | LOCK_NB) != 0) {
    std::error_code error;
    const auto used = fs::last_write_time(folder, error);
    if (errno == EWOULDBLOCK || error || used > fs::file_time_type::clock::now() - kUsedFor) return {};
  }
  return is_still_at(folder, opened) ? std::move(opened) : UniqueDescriptor();
}

bool is_unfinished(const fs::path& folder) {
  return folder.filename().string().starts_with(kUnfinished);
}

// Renames the folder first, so that a kill leaves no part of it under its name.
void remove_unused(const fs::path& folder) {
  const UniqueDescriptor lock = lock_unused(folder);
  if (!lock.is_open()) return;
  fs::path aside = folder;
  std::error_code error;
  if (!is_unfinished(folder)) {
    aside.replace_filename(fmt::format("{}{}", kUnfinished, folder.filename().string()));
    fs::remove_all(aside, error);
    fs::rename(folder, aside, error);
    if (error) return;
  }
  fs::remove_all(aside, error);
}

struct UsedFolder {
  fs::path folder;
  fs::file_time_type last_use;
};

void remove_unfinished(const fs::path& cache) {
  std::error_code over;
  std::vector<fs::path> unfinished;
  for (fs::directory_iterator entry(cache, over), end; !over && entry != end; entry.increment(over)) {
    if (is_unfinished(entry->path())) unfinished.push_back(entry->path());
  }
  for (const fs::path& folder : unfinished) remove_unused(folder);
}

void remove_old_ones(const fs::path& cache, const CacheLimits& limits) {
  std::error_code over;
  std::vector<UsedFolder> all;
  for (fs::directory_iterator entry(cache, over), end; !over && entry != end; entry.increment(over)) {
    std::error_code gone;
    const auto last_use = entry->last_write_time(gone);
    if (!gone && !is_unfinished(entry->path())) all.push_back({entry->path(), last_use});
  }
  std::ranges::sort(all, std::ranges::greater(), &UsedFolder::last_use);
  std::size_t places = 0;
  std::uint64_t bytes = 0;
  for (const UsedFolder& used : all) {
    if (++places <= limits.places && bytes <= limits.bytes)
      bytes += std::min(bytes_below(used.folder), kMaxCounted);
    if (places > limits.places || bytes > limits.bytes) remove_unused(used.folder);
  }
}

// nullopt if there is no such folder.
Result<std::optional<KeptRevision>> find_kept(const fs::path& place, const std::stop_token& stop) {
  while (true) {
    UniqueDescriptor opened = open_folder(place);
    if (!opened.is_open() && errno == ENOENT) return std::optional<KeptRevision>();
    if (!opened.is_open()) return system_error(place);
    const bool is_locked = ::flock(opened.number(), LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK;
    if (is_locked && is_still_at(place, opened)) {
      ::futimens(opened.number(), nullptr);
      return std::optional(KeptRevision{place, std::make_shared<const UniqueDescriptor>(std::move(opened))});
    }
    if (stop.stop_requested()) return cancelled();
    std::this_thread::sleep_for(kLockLook);
  }
}

// A new folder, with its lock held.
struct NewFolder {
  fs::path path;
  UniqueDescriptor lock;
};

Result<NewFolder> make_new_folder(const fs::path& cache) {
  while (true) {
    std::string name = (cache / fmt::format("{}XXXXXX", kUnfinished)).string();
    if (::mkdtemp(name.data()) == nullptr) return system_error(cache, "no folder can be made here");
    UniqueDescriptor lock = open_folder(name);
    // Another program may have mistaken it for one that was left behind.
    if (!lock.is_open()) continue;
    const bool is_taken = ::flock(lock.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (!is_taken && is_still_at(name, lock)) return NewFolder{name, std::move(lock)};
  }
}

}  // namespace

Result<KeptRevision> keep_revision(const std::string& tree,
                                   const std::function<Result<void>(const fs::path&)>& write,
                                   const std::stop_token& stop, const CacheLimits& limits) {
  TOPTILE_TRY(const auto cache, cache_folder("revisions"));
  const fs::path place = cache / fmt::format("{}{}", tree, kEnding);
  remove_unfinished(cache);
  TOPTILE_TRY(auto found, find_kept(place, stop));
  if (found) return *std::move(found);
  TOPTILE_TRY(auto made, make_new_folder(cache));
  std::error_code error;
  auto written = write(made.path);
  // After a power failure there must be no folder without the files that belong in it.
  if (written && ::syncfs(made.lock.number()) != 0) written = system_error(made.path);
  if (written) fs::rename(made.path, place, error);
  // If it cannot be renamed, another program was first.
  if (!written || error) fs::remove_all(made.path, error);
  if (!written) return written.error();
  made.lock = {};
  TOPTILE_TRY(auto kept, find_kept(place, stop));
  if (!kept) return Error{fmt::format("{}: this folder was removed; try again", place.string())};
  remove_old_ones(cache, limits);
  return *std::move(kept);
}

}  // namespace toptile
