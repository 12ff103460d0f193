// One open file descriptor with one owner, closed when the owner is destroyed.
#pragma once

#include <unistd.h>

#include <utility>

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
  int number() const { return number_; }                // -1 if there is none.
  int release() { return std::exchange(number_, -1); }  // The caller closes it.

 private:
  int number_ = -1;
};

}  // namespace toptile
