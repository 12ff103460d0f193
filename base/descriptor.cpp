#include "base/descriptor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/close_range.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <algorithm>
#include <cerrno>
#include <system_error>

namespace toptile {

namespace {

// Writes all bytes with calls that each write some of them, given what is left and how many are written.
template <class WriteSome>
bool write_parts(std::string_view bytes, WriteSome write_some) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = write_some(bytes.substr(done), done);
    if (count < 0 && errno == EINTR) continue;
    if (count == 0) errno = EIO;  // Otherwise this would try without an end.
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

// The limit belongs to the whole process, so its former value is a global variable.
std::optional<rlimit> former;

}  // namespace

ssize_t read_some(int descriptor, char* to, std::size_t size) {
  ssize_t count;
  do count = ::read(descriptor, to, size);
  while (count < 0 && errno == EINTR);
  return count;
}

ssize_t read_at(int descriptor, char* to, std::size_t size, std::uint64_t offset) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count = ::pread(descriptor, to + done, size - done, static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return -1;
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return static_cast<ssize_t>(done);
}

bool write_all(int descriptor, std::string_view bytes) {
  return write_parts(bytes, [=](std::string_view rest, std::size_t) {
    return ::write(descriptor, rest.data(), rest.size());
  });
}

bool write_all_at(int descriptor, std::string_view bytes, std::uint64_t offset) {
  return write_parts(bytes, [=](std::string_view rest, std::size_t done) {
    return ::pwrite(descriptor, rest.data(), rest.size(), static_cast<off_t>(offset + done));
  });
}

UniqueDescriptor above_streams(UniqueDescriptor descriptor) {
  if (!descriptor.is_open() || descriptor.number() >= kFirstFreeNumber) return descriptor;
  return UniqueDescriptor(::fcntl(descriptor.number(), F_DUPFD_CLOEXEC, kFirstFreeNumber));
}

Result<Pipe> open_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) == 0) {
    UniqueDescriptor read_end(ends[0]);
    UniqueDescriptor write_end(ends[1]);
    Pipe pipe{above_streams(std::move(read_end)), above_streams(std::move(write_end))};
    if (pipe.read_end.is_open() && pipe.write_end.is_open()) return pipe;
  }
  return Error{"cannot open a pipe: " + explain_descriptor_failure(errno)};
}

std::string explain_descriptor_failure(int error) {
  const std::string words = std::generic_category().message(error);
  const bool is_limit = error == EMFILE || error == ENFILE;
  return is_limit ? words + "; allow more open files (ulimit -n) or play fewer games at once" : words;
}

namespace {

// The loop is for kernels before 5.11, which lack the call or the flag.
template <class EachInTurn>
void for_range_from(int first, unsigned flags, EachInTurn each) {
  if (::syscall(SYS_close_range, static_cast<unsigned>(first), ~0U, flags) == 0) return;
  constexpr rlim_t kMost = 1 << 16;
  rlimit limit{kMost, kMost};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  const int end = static_cast<int>(std::min(limit.rlim_cur, kMost));
  for (int number = first; number < end; ++number) each(number);
}

}  // namespace

void close_from(int first) {
  for_range_from(first, 0, [](int number) { ::close(number); });
}

void close_on_exec_from(int first) {
  for_range_from(first, CLOSE_RANGE_CLOEXEC, [](int number) { ::fcntl(number, F_SETFD, FD_CLOEXEC); });
}

void allow_all_files() {
  rlimit now{};
  if (former || ::getrlimit(RLIMIT_NOFILE, &now) != 0 || now.rlim_cur == now.rlim_max) return;
  const rlimit wanted{now.rlim_max, now.rlim_max};
  if (::setrlimit(RLIMIT_NOFILE, &wanted) == 0) former = now;
}

std::optional<rlimit> former_file_limit() {
  return former;
}

}  // namespace toptile
