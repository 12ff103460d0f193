// How a program that measures ends if it cannot.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <type_traits>
#include <utility>

#include "base/result.h"

namespace toptile {

// Ends the program with the sentence on stderr.
[[noreturn]] inline void fail_bench(const std::string& why) {
  fmt::print(stderr, "bench: {}\n", why);
  std::exit(2);
}

// The value of a result of any kind, or the end of the program with the error's sentence.
template <class T, class Failure, class Policy>
T value_or_exit(boost::outcome_v2::basic_result<T, Failure, Policy> result) {
  if (!result) fail_bench(result.error().message);
  if constexpr (!std::is_void_v<T>) return std::move(result).value();
}

}  // namespace toptile
