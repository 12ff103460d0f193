// Parses the arguments of the training and counting programs.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace toptile {

// Parses an integer from 1. Anything else ends the program with an error message.
template <class T>
T number_or_exit(std::string_view program, std::string_view text) {
  T number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 1) {
    fmt::print(stderr, "{}: {}: expected a whole number from 1\n", program, text);
    std::exit(2);
  }
  return number;
}

}  // namespace toptile
