#include "base/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <limits>
#include <system_error>

#include "base/descriptor.h"

namespace toptile {

Result<std::string> read_beginning(const std::filesystem::path& file, std::size_t size) {
  const bool is_standard_input = file == "-";
  const UniqueDescriptor opened(is_standard_input ? -1 : ::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!is_standard_input && !opened.is_open()) return system_error(file, "this file cannot be read");
  const int descriptor = is_standard_input ? STDIN_FILENO : opened.number();
  std::string bytes;
  char chunk[1 << 16];
  while (bytes.size() < size) {
    const ssize_t count = read_some(descriptor, chunk, std::min(sizeof chunk, size - bytes.size()));
    if (count < 0) return system_error(file, "this file cannot be read");
    if (count == 0) break;
    bytes.append(chunk, static_cast<std::size_t>(count));
  }
  return bytes;
}

Result<Sha256> sha256_of_file(const std::filesystem::path& file) {
  const UniqueDescriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!opened.is_open()) return system_error(file, "this file cannot be read");
  Sha256Sum sum;
  char chunk[1 << 16];
  while (true) {
    const ssize_t count = read_some(opened.number(), chunk, sizeof chunk);
    if (count < 0) return system_error(file, "this file cannot be read");
    if (count == 0) return sum.digest();
    sum.add({chunk, static_cast<std::size_t>(count)});
  }
}

Result<std::string> read_file(const std::filesystem::path& file) {
  return read_beginning(file, std::numeric_limits<std::size_t>::max());
}

Result<std::string> read_file(const std::filesystem::path& file, std::size_t most) {
  auto bytes = read_beginning(file, most + 1);
  if (bytes && bytes.value().size() > most)
    return Error{
        fmt::format("{}: this file has more than {} bytes; is it another one?", file.string(), most)};
  return bytes;
}

Result<void> replace_file(const std::filesystem::path& file, std::string_view bytes, Readers readers,
                          Sync sync) {
  const mode_t mode = readers == Readers::owner ? 0600 : 0666;
  const std::filesystem::path aside = file.string() + fmt::format(".{}.new", ::getpid());
  {
    ::unlink(aside.c_str());  // A killed process may have left one, or somebody may have put a link there.
    const UniqueDescriptor opened(::open(aside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
    if (!opened.is_open()) return system_error(file, "this file cannot be written");
    auto written = write_bytes(opened.number(), file, bytes);
    if (written && sync == Sync::now && ::fsync(opened.number()) != 0)
      written = system_error(file, "this file cannot be written");
    if (!written) {
      ::unlink(aside.c_str());
      return written;
    }
  }
  if (::rename(aside.c_str(), file.c_str()) != 0) {
    const Error error = system_error(file, "this file cannot be written");
    ::unlink(aside.c_str());
    return error;
  }
  return success();
}

Result<void> sync_file_system(const std::filesystem::path& folder) {
  const UniqueDescriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened.is_open() || ::syncfs(opened.number()) != 0)
    return system_error(folder, "this folder cannot be synced");
  return success();
}

Result<void> write_bytes(int descriptor, const std::filesystem::path& file, std::string_view bytes) {
  if (!write_all(descriptor, bytes)) return system_error(file, "this file cannot be written");
  return success();
}

Result<void> sync_folder(const std::filesystem::path& folder) {
  const std::filesystem::path name = folder.empty() ? "." : folder;
  const UniqueDescriptor opened(::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // A folder that may be written but not read cannot be synced, and some file systems cannot sync folders at
  // all. Neither is an error.
  if (!opened.is_open() && errno == EACCES) return success();
  if (!opened.is_open() || (::fsync(opened.number()) != 0 && errno != EINVAL && errno != ENOTSUP))
    return system_error(name, "this folder cannot be synced");
  return success();
}

Error system_error(const std::filesystem::path& file, std::string_view what) {
  const std::string reason = std::generic_category().message(errno);
  return {fmt::format("{}: {}{}{}", file.string(), what, what.empty() ? "" : ": ", reason)};
}

std::optional<std::filesystem::path> user_data_folder() {
  const char* const data = std::getenv("XDG_DATA_HOME");
  if (data != nullptr && *data == '/') return std::filesystem::path(data) / "toptile";
  const char* const home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return std::filesystem::path(home) / ".local" / "share" / "toptile";
  return std::nullopt;
}

}  // namespace toptile
