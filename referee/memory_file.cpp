#include "referee/memory_file.h"

#include <sys/mman.h>

#include <cerrno>

namespace toptile {

Result<UniqueDescriptor> file_in_memory(const std::vector<sock_filter>& filter) {
  UniqueDescriptor file = above_streams(UniqueDescriptor(::memfd_create("toptile", MFD_CLOEXEC)));
  const auto bytes = filter.size() * sizeof(sock_filter);
  if (file.is_open() && ::pwrite(file.number(), filter.data(), bytes, 0) == static_cast<ssize_t>(bytes))
    return file;
  return Error{"no file can be made in memory: " + explain_descriptor_failure(errno)};
}

}  // namespace toptile
