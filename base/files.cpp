#include "base/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

#include "base/system_error.h"

namespace toptile {

namespace {

// Owns one descriptor for the length of a function.
class OpenFile {
 public:
  explicit OpenFile(int descriptor) : descriptor_(descriptor) {}
  ~OpenFile() {
    if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

}  // namespace

Result<std::string> read_beginning(const std::filesystem::path& file, std::size_t size) {
  const bool is_standard_input = file == "-";
  const OpenFile open(is_standard_input ? STDIN_FILENO : ::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (open.descriptor() < 0) return system_error(file, "this file cannot be read");
  std::string bytes;
  char chunk[1 << 16];
  while (bytes.size() < size) {
    const ssize_t count = ::read(open.descriptor(), chunk, std::min(sizeof chunk, size - bytes.size()));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_error(file, "this file cannot be read");
    if (count == 0) break;
    bytes.append(chunk, static_cast<std::size_t>(count));
  }
  return bytes;
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

Result<void> replace_file(const std::filesystem::path& file, std::string_view bytes, Readers readers) {
  const mode_t mode = readers == Readers::owner ? 0600 : 0666;
  const std::filesystem::path aside = file.string() + fmt::format(".{}.new", ::getpid());
  {
    ::unlink(aside.c_str());  // A killed process may have left one, or somebody may have put a link there.
    const OpenFile open(::open(aside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
    if (open.descriptor() < 0) return system_error(file, "this file cannot be written");
    auto written = write_bytes(open.descriptor(), file, bytes);
    if (written && ::fsync(open.descriptor()) != 0)
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

Result<void> write_bytes(int descriptor, const std::filesystem::path& file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return system_error(file, "this file cannot be written");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return success();
}

Result<void> sync_folder(const std::filesystem::path& folder) {
  const std::filesystem::path name = folder.empty() ? "." : folder;
  const OpenFile open(::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // A folder that may be written but not read cannot be synced, and some file systems cannot sync folders at
  // all. Neither is an error.
  if (open.descriptor() < 0 && errno == EACCES) return success();
  if (open.descriptor() < 0 || (::fsync(open.descriptor()) != 0 && errno != EINVAL && errno != ENOTSUP))
    return system_error(name, "this folder cannot be synced");
  return success();
}

}  // namespace toptile
