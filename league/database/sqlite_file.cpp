#include "league/database/sqlite_file.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/files.h"

namespace toptile {

namespace fs = std::filesystem;

FileAccess access_to(const fs::path& file) {
  struct statvfs system {};
  if (::statvfs(file.c_str(), &system) != 0 || (system.f_flag & ST_RDONLY) == 0) return {file.string()};
  std::error_code ignored;
  if (fs::exists(file.string() + "-wal", ignored)) return {file.string(), SQLite::OPEN_READONLY};
  std::string path;
  for (const char character : file.string()) {
    const bool is_special = character == '%' || character == '?' || character == '#';
    path += is_special ? fmt::format("%{:02X}", character) : std::string(1, character);
  }
  return {"file://" + path + "?immutable=1", SQLite::OPEN_READONLY | SQLite::OPEN_URI};
}

Result<void> make_file(const std::string& name, const fs::path& file) {
  const fs::path folder = file.parent_path();
  struct stat status {};
  if (::stat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode) && access_to(file).is_read_only())
    return ::access(file.c_str(), R_OK) == 0
               ? success()
               : Result<void>(system_error(name, "this file must be readable for this user"));
  if (::stat(folder.c_str(), &status) != 0)
    return system_error(name, fmt::format("its folder {} cannot be used: make it first", folder.string()));
  if (::mknod(file.c_str(), S_IFREG | 0600, 0) != 0 && errno != EEXIST)
    return system_error(name, fmt::format("this database cannot be made in the folder {}", folder.string()));
  if (::stat(file.c_str(), &status) != 0) return system_error(name, "this database cannot be opened");
  if (!S_ISREG(status.st_mode))
    return Error{name + ": this is " + (S_ISDIR(status.st_mode) ? "a folder" : "a special file") +
                 ", not a file"};
  if (::access(file.c_str(), R_OK | W_OK) != 0)
    return system_error(name, "this file must be readable and writable for this user");
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    return system_error(name,
                        fmt::format("the folder {} must be writable, because SQLite keeps files beside the "
                                    "database",
                                    folder.string()));
  return success();
}

}  // namespace toptile
