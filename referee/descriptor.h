// One open file descriptor with one owner, closed when that owner goes. Nothing above closes by hand.
#pragma once

#include <unistd.h>

#include <string>
#include <utility>

#include "engine/result.h"

namespace toptile {

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
  int number() const { return number_; }                // -1: none
  int release() { return std::exchange(number_, -1); }  // The caller closes it.

 private:
  int number_ = -1;
};

struct Pipe {
  UniqueDescriptor read_end;
  UniqueDescriptor write_end;
};

// Above all numbers that a child gives to its streams: 0 to 2, or where Launch::first_stream has them.
inline constexpr int kFirstFreeNumber = 10;

// The same file, close-on-exec, under a number that no child's stream takes; closed where there is none,
// with errno of what failed.
UniqueDescriptor above_streams(UniqueDescriptor descriptor);

// Both ends are blocking, close-on-exec from the start, and above_streams.
Result<Pipe> open_pipe();

// Why a call found no descriptor, with the cure where it is a limit: "Too many open files; allow more …".
std::string explain_descriptor_failure(int error);

// What a child does between fork and exec with descriptors it is not to keep; safe there.
void close_from(int first);
void close_on_exec_from(int first);

}  // namespace toptile
