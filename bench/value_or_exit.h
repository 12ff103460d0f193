// How a program that measures ends if it cannot.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <utility>

#include "engine/result.h"

namespace toptile {

// The value, or the end of the program with the error's sentence on stderr.
template <class T>
T value_or_exit(Result<T> result) {
  if constexpr (std::is_void_v<T>) {
    if (result) return;
  } else if (result) {
    return std::move(result).value();
  }
  fmt::print(stderr, "bench: {}\n", result.error().message);
  std::exit(2);
}

}  // namespace toptile
