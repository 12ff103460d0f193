#include "referee/memory_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>

#include <cerrno>
#include <system_error>

namespace toptile {

Result<UniqueDescriptor> file_in_memory(const std::vector<sock_filter>& filter) {
  const UniqueDescriptor low(::memfd_create("toptile", MFD_CLOEXEC));
  const auto bytes = filter.size() * sizeof(sock_filter);
  if (low.is_open() && ::pwrite(low.number(), filter.data(), bytes, 0) == static_cast<ssize_t>(bytes)) {
    UniqueDescriptor file(::fcntl(low.number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (file.is_open()) return file;
  }
  return Error{fmt::format("no file can be made in memory: {}; allow more open files (ulimit -n)",
                           std::generic_category().message(errno))};
}

}  // namespace toptile
