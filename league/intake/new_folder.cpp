#include "league/intake/new_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/assert.h"
#include "base/files.h"
#include "base/utf8.h"
#include "league/intake/entry_name.h"

namespace toptile {

namespace fs = std::filesystem;

namespace {

UniqueDescriptor open_folder(int in, const char* name) {
  return UniqueDescriptor(::openat(in, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

// Sets the permissions explicitly, because mkdirat applies the umask.
UniqueDescriptor made_folder(int in, const char* name) {
  if (::mkdirat(in, name, 0700) != 0) return UniqueDescriptor();
  UniqueDescriptor folder = open_folder(in, name);
  if (folder.is_open() && ::fchmod(folder.number(), 0755) != 0) return UniqueDescriptor();
  return folder;
}

}  // namespace

Result<NewFolder> NewFolder::make(const fs::path& path, int most) {
  NewFolder folder(path, most);
  if (::mkdir(path.c_str(), 0700) != 0) return system_error(path, "this folder cannot be made");
  folder.top_ = open_folder(AT_FDCWD, path.c_str());
  if (!folder.top_.is_open()) return system_error(path, "this folder cannot be opened");
  return folder;
}

Result<void> NewFolder::add_folder(const Parts& parts) {
  TOPTILE_TRY(const auto parent, reach_parent(parts));
  const std::string name = joined(parts);
  if (const auto known = kinds_.find(name); known != kinds_.end() && known->second == Kind::implied_folder) {
    known->second = Kind::folder;
    return success();
  }
  TOPTILE_TRY_TO(note(name, Kind::folder));
  if (is_written() && !made_folder(parent.number(), parts.back().c_str()).is_open()) return refused(name);
  return success();
}

Result<UniqueDescriptor> NewFolder::add_file(const Parts& parts) {
  TOPTILE_TRY(const auto parent, reach_parent(parts));
  const std::string name = joined(parts);
  TOPTILE_TRY_TO(note(name, Kind::file));
  if (!is_written()) return UniqueDescriptor();
  UniqueDescriptor file(::openat(parent.number(), parts.back().c_str(),
                                 O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file.is_open()) return refused(name);
  return file;
}

Result<void> NewFolder::add_link(const Parts& parts, const std::string& target) {
  TOPTILE_TRY(const auto parent, reach_parent(parts));
  const std::string name = joined(parts);
  TOPTILE_TRY_TO(note(name, Kind::link));
  if (is_written() && ::symlinkat(target.c_str(), parent.number(), parts.back().c_str()) != 0)
    return refused(name);
  return success();
}

Result<void> NewFolder::open_to_all() const {
  if (::fchmod(top_.number(), 0755) != 0) return system_error(path_);
  return success();
}

Error NewFolder::removed_because_of(const Error& error) const {
  std::error_code failure;
  fs::remove_all(path_, failure);
  if (!failure) return error;
  return {
      fmt::format("{}; then {} could not be removed: {}", error.message, path_.string(), failure.message())};
}

Result<UniqueDescriptor> NewFolder::reach_parent(const Parts& parts) {
  TOPTILE_ASSERT(!parts.empty());
  UniqueDescriptor folder;
  if (is_written()) folder = open_folder(top_.number(), ".");
  Parts so_far;
  for (std::size_t i = 0; i + 1 < parts.size() && folder.is_open() == is_written(); ++i) {
    TOPTILE_ASSERT(parts[i] != "..");
    so_far.push_back(parts[i]);
    const std::string name = joined(so_far);
    const auto known = kinds_.find(name);
    if (known == kinds_.end()) {
      TOPTILE_TRY_TO(note(name, Kind::implied_folder));
      if (is_written()) folder = made_folder(folder.number(), parts[i].c_str());
    } else if (known->second == Kind::file || known->second == Kind::link) {
      return entry_error(joined(parts),
                         fmt::format("this is in {}, which is a {} in this archive; rename one of the two",
                                     printable(name, 200), known->second == Kind::link ? "link" : "file"));
    } else if (is_written()) {
      folder = open_folder(folder.number(), parts[i].c_str());
    }
  }
  if (folder.is_open() != is_written()) return refused(joined(parts));
  return folder;
}

Result<void> NewFolder::note(const std::string& name, Kind kind) {
  if (kinds_.contains(name))
    return entry_error(name, "this name is in the archive twice; pack the folder into a new archive");
  if (kinds_.size() >= static_cast<std::size_t>(most_))
    return Error{fmt::format(
        "this archive holds more than {} files and folders; pack only what the bot needs", most_)};
  kinds_.emplace(name, kind);
  return success();
}

Error NewFolder::refused(const std::string& name) const {
  const int reason = errno;
  return entry_error((path_ / name).string(),
                     "this cannot be written: " + std::generic_category().message(reason));
}

}  // namespace toptile
