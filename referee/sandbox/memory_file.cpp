#include "referee/sandbox/memory_file.h"

#include <fcntl.h>
#include <sys/mman.h>

#include <cerrno>

namespace toptile {

namespace {

constexpr unsigned kExecutable = 0x10;  // MFD_EXEC, which kernels before 6.3 neither need nor know.

Result<UniqueDescriptor> file_with(const void* bytes, std::size_t size, unsigned flags = MFD_CLOEXEC) {
  int made = ::memfd_create("toptile", flags);
  if (made < 0 && errno == EINVAL) made = ::memfd_create("toptile", flags & ~kExecutable);
  UniqueDescriptor file = above_streams(UniqueDescriptor(made));
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

Result<UniqueDescriptor> program_in_memory(std::string_view bytes) {
  TOPTILE_TRY(auto file,
              file_with(bytes.data(), bytes.size(), MFD_CLOEXEC | MFD_ALLOW_SEALING | kExecutable));
  constexpr int kAll = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;
  if (::fcntl(file.number(), F_ADD_SEALS, kAll) == 0) return file;
  return Error{"a program in memory cannot be sealed: " + explain_descriptor_failure(errno)};
}

std::string path_of_descriptor(int descriptor) {
  return "/proc/self/fd/" + std::to_string(descriptor);
}

}  // namespace toptile
