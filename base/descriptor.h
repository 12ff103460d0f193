// File descriptors: ownership, reading and writing, pipes, and which of them a child process keeps.
#pragma once

#include <sys/resource.h>
#include <unistd.h>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace toptile {

// One open file descriptor with one owner, closed when the owner is destroyed.
class UniqueDescriptor {
 public:
  UniqueDescriptor() = default;
  explicit UniqueDescriptor(int number) : number_(number) {}
  UniqueDescriptor(UniqueDescriptor&& other) noexcept : number_(other.release()) {}
  UniqueDescriptor& operator=(UniqueDescriptor other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~UniqueDescriptor() {
    if (is_open()) ::close(number_);
  }

  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }                // -1 if none is open.
  int release() { return std::exchange(number_, -1); }  // The caller closes it.

 private:
  int number_ = -1;
};

// These functions continue after a signal. If a call fails, errno says why.

// Returns the number of bytes read, at most `size`: 0 at the end of the file, -1 if the call fails.
ssize_t read_some(int descriptor, char* to, std::size_t size);
// Reads from a byte offset in the file until it has `size` bytes or the file ends. Returns their number, or
// -1.
ssize_t read_at(int descriptor, char* to, std::size_t size, std::uint64_t offset);
// Returns whether all bytes were written.
bool write_all(int descriptor, std::string_view bytes);
bool write_all_at(int descriptor, std::string_view bytes, std::uint64_t offset);

struct Pipe {
  UniqueDescriptor read_end;
  UniqueDescriptor write_end;
};

// Above every descriptor number that a child uses for its streams: 0 to 2, or those from Launch::first_stream
// on.
inline constexpr int kFirstFreeNumber = 10;

// Returns the same file, close-on-exec, under a number that no stream of a child takes. If there is no such
// number, the result is not open, and errno says what failed.
UniqueDescriptor above_streams(UniqueDescriptor descriptor);

// Both ends of the pipe are blocking, close-on-exec from the start, and above_streams.
Result<Pipe> open_pipe();

// Explains why a call got no descriptor, with the remedy if a limit is the reason: "Too many open files;
// allow …".
std::string explain_descriptor_failure(int error);

// A child calls these between fork and exec for descriptors that it must not keep. Both are safe there.
void close_from(int first);
void close_on_exec_from(int first);

// Raises the soft limit to the hard limit, for this program alone: the processes that it starts
// (start_process) get the limit that it had before.
void allow_all_files();

// The limit before it was raised; empty if it was not raised.
std::optional<rlimit> former_file_limit();

}  // namespace toptile
