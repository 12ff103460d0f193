#include "referee/memory_file.h"

#include <sys/mman.h>

#include <cerrno>

namespace toptile {

namespace {

Result<UniqueDescriptor> file_with(const void* bytes, std::size_t size) {
  UniqueDescriptor file = above_streams(UniqueDescriptor(::memfd_create("toptile", MFD_CLOEXEC)));
  if (file.is_open() && ::pwrite(file.number(), bytes, size, 0) == static_cast<ssize_t>(size)) return file;
  return Error{"no file can be made in memory: " + explain_descriptor_failure(errno)};
}

}  // namespace

Result<UniqueDescriptor> file_in_memory(const std::vector<sock_filter>& filter) {
  return file_with(filter.data(), filter.size() * sizeof(sock_filter));
}

Result<UniqueDescriptor> file_in_memory(std::string_view text) {
  return file_with(text.data(), text.size());
}

}  // namespace toptile
