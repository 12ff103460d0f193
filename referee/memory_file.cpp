#include "referee/memory_file.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cerrno>
#include <system_error>

namespace toptile {

Result<UniqueDescriptor> file_in_memory(const std::vector<sock_filter>& filter) {
  UniqueDescriptor file = above_streams(UniqueDescriptor(::memfd_create("toptile", MFD_CLOEXEC)));
  const auto bytes = filter.size() * sizeof(sock_filter);
  if (file.is_open() && ::pwrite(file.number(), filter.data(), bytes, 0) == static_cast<ssize_t>(bytes))
    return file;
  return Error{fmt::format("no file can be made in memory: {}; allow more open files (ulimit -n)",
                           std::generic_category().message(errno))};
}

}  // namespace toptile
