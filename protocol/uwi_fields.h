// Keys and their values in a line of UWI, for the sources that parse its messages.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "base/result.h"
#include "base/utf8.h"
#include "base/words.h"

namespace toptile::uwi {

// "KEY: "VALUE" is not a WANTED".
inline Error bad(std::string_view key, std::string_view value, std::string_view wanted) {
  return Error{fmt::format("{}: \"{}\" is not a {}", key, printable(value), wanted)};
}

// Visits the pairs of keys and values. The value of a key in `to_the_end`, such as `path`, is the rest of the
// line. `take` passes unknown keys over, as the protocol asks.
template <class Take>
Result<void> for_each_pair(std::string_view text, std::initializer_list<std::string_view> to_the_end,
                           Take take) {
  while (!text.empty()) {
    const std::string_view key = take_word(text);
    std::string_view value;
    if (std::ranges::find(to_the_end, key) != to_the_end.end()) {
      value = text;
      text = {};
    } else {
      value = take_word(text);
    }
    TOPTILE_TRY_TO(take(key, value));
  }
  return success();
}

template <class Number>
Result<void> read_number(std::string_view key, std::string_view value, Number& number) {
  const auto parsed = parse_number<Number>(value);
  if (!parsed) return bad(key, value, "whole number");
  number = *parsed;
  return success();
}

}  // namespace toptile::uwi
