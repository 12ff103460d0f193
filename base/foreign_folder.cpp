#include "base/foreign_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "base/descriptor.h"
#include "base/utf8.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

constexpr int kMaxShown = 4096;  // Characters; enough for a whole path.

Error error_of(const fs::path& file, std::string_view what) {
  return {fmt::format("{}: {}", printable(file.string(), kMaxShown), what)};
}

Error unreadable(const fs::path& file) {
  const std::string_view cure =
      errno == EACCES ? "; ask its owner for a copy of the folder, or read it as that user" : "";
  return error_of(file, fmt::format("this file cannot be read: {}{}", std::strerror(errno), cure));
}

std::string_view kind_of(mode_t mode) {
  if (S_ISLNK(mode)) return "a symbolic link";
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a FIFO";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

Error no_regular_file(mode_t mode) {
  return {fmt::format("this is {}, not a regular file", kind_of(mode))};
}

bool goes_down(const fs::path& name) {
  return name.is_relative() && std::ranges::none_of(name, [](const fs::path& part) { return part == ".."; });
}

}  // namespace

std::optional<Error> regular_file_fault(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return Error{std::strerror(errno)};
  if (!S_ISREG(status.st_mode)) return no_regular_file(status.st_mode);
  return std::nullopt;
}

ForeignFolder ForeignFolder::of(const fs::path& file) {
  return ForeignFolder(file.parent_path());
}

Result<UniqueDescriptor> ForeignFolder::open_folder(const fs::path& name) const {
  const fs::path& top = path_.empty() ? "." : path_;
  UniqueDescriptor folder(::open(top.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!folder.is_open()) return unreadable(path_);
  fs::path so_far = path_;
  for (const fs::path& part : name) {
    if (part.empty() || part == ".") continue;
    so_far /= part;
    struct stat status {};
    if (::fstatat(folder.number(), part.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
      return unreadable(so_far);
    folder = UniqueDescriptor(
        ::openat(folder.number(), part.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (folder.is_open()) continue;
    if (S_ISDIR(status.st_mode)) return unreadable(so_far);
    const std::string_view kind = S_ISREG(status.st_mode) ? "a file" : kind_of(status.st_mode);
    return error_of(so_far, fmt::format("this is {}, not a folder", kind));
  }
  return folder;
}

Result<UniqueDescriptor> ForeignFolder::open(const fs::path& name, std::uint64_t most) const {
  const fs::path full = path_ / name;
  if (!goes_down(name) || !name.has_filename())
    return error_of(full, "this is not the name of a file in this folder");
  TOPTILE_TRY(const auto folder, open_folder(name.parent_path()));
  const fs::path last = name.filename();
  struct stat status {};
  // The file is looked at before it is opened, because opening a device may do something.
  if (::fstatat(folder.number(), last.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return unreadable(full);
  if (!S_ISREG(status.st_mode)) return error_of(full, no_regular_file(status.st_mode).message);
  UniqueDescriptor file(
      ::openat(folder.number(), last.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file.is_open()) return unreadable(full);
  if (const auto fault = regular_file_fault(file.number())) return error_of(full, fault->message);
  if (::fstat(file.number(), &status) != 0) return unreadable(full);
  if (static_cast<std::uint64_t>(status.st_size) > most)
    return error_of(full,
                    fmt::format("this file has {} bytes, but it can have at most {}", status.st_size, most));
  return file;
}

Result<std::string> ForeignFolder::read(const fs::path& name, std::uint64_t most) const {
  TOPTILE_TRY(const auto file, open(name, most));
  std::string bytes;
  char chunk[1 << 16];
  while (bytes.size() <= most) {
    const ssize_t count = read_some(file.number(), chunk, sizeof chunk);
    if (count < 0) return unreadable(path_ / name);
    if (count == 0) return bytes;
    bytes.append(chunk, static_cast<std::size_t>(count));
  }
  return error_of(path_ / name,
                  fmt::format("this file grew beyond {} bytes, which is the most that it can have", most));
}

Result<std::vector<std::string>> ForeignFolder::names(const fs::path& folder, std::size_t most) const {
  const fs::path full = path_ / folder;
  if (!goes_down(folder)) return error_of(full, "this is not the name of a folder in this folder");
  if (!has(folder)) return std::vector<std::string>();
  TOPTILE_TRY(const auto opened, open_folder(folder));
  const int number = ::openat(opened.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (number < 0) return unreadable(full);
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(::fdopendir(number), ::closedir);
  if (entries == nullptr) {
    const Error error = unreadable(full);
    ::close(number);
    return error;
  }
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* entry = ::readdir(entries.get())) {
    std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(std::move(name));
    if (names.size() > most)
      return error_of(full, fmt::format("this folder holds more than the {} files that it can have", most));
    errno = 0;
  }
  if (errno != 0) return unreadable(full);
  std::ranges::sort(names);
  return names;
}

Result<bool> ForeignFolder::look_for(const fs::path& name) const {
  struct stat status {};
  if (!goes_down(name)) return false;
  if (::lstat((path_ / name).c_str(), &status) == 0) return true;
  if (errno == ENOENT || errno == ENOTDIR) return false;
  return unreadable(path_ / name);
}

bool ForeignFolder::has(const fs::path& name) const {
  const auto found = look_for(name);
  return found && found.value();
}

}  // namespace toptile
