// Error exits for programs that measure.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <type_traits>
#include <utility>

#include "base/result.h"

namespace toptile {

// Prints the message on stderr and ends the program with status 2.
[[noreturn]] inline void fail_bench(const std::string& why) {
  fmt::print(stderr, "bench: {}\n", why);
  std::exit(2);
}

// The value of a result of any kind; if there is none, fails with the error's message.
template <class T, class Failure, class Policy>
T value_or_exit(boost::outcome_v2::basic_result<T, Failure, Policy> result) {
  if (!result) fail_bench(result.error().message);
  if constexpr (!std::is_void_v<T>) return std::move(result).value();
}

}  // namespace toptile
