#include "referee/descriptor.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <system_error>

namespace toptile {
namespace {

constexpr int kFirstFreeNumber = 3;

// A program started without a standard stream gets its number for the next thing it opens.
UniqueDescriptor above_standard_streams(UniqueDescriptor descriptor) {
  if (descriptor.number() >= kFirstFreeNumber) return descriptor;
  return UniqueDescriptor(::fcntl(descriptor.number(), F_DUPFD_CLOEXEC, kFirstFreeNumber));
}

}  // namespace

Result<Pipe> open_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) == 0) {
    UniqueDescriptor read_end(ends[0]);
    UniqueDescriptor write_end(ends[1]);
    Pipe pipe{above_standard_streams(std::move(read_end)), above_standard_streams(std::move(write_end))};
    if (pipe.read_end.is_open() && pipe.write_end.is_open()) return pipe;
  }
  const int error = errno;
  return Error{
      fmt::format("cannot open a pipe: {}; allow more open files (ulimit -n) or play fewer games at once",
                  std::generic_category().message(error))};
}

}  // namespace toptile
