// What every error message owes its reader, whatever bytes it is about.
#pragma once

#include <string_view>

#include "engine/utf8.h"

namespace toptile::fuzz {

// One line of visible, well-formed text that fits a screen: quoted bytes are escaped, long ones cut.
inline bool is_one_sentence(std::string_view message) {
  constexpr std::size_t kMostBytes = 2000;
  if (message.empty() || message.size() > kMostBytes) return false;
  while (!message.empty()) {
    const auto character = take_character(message);
    if (!character || (*character != U' ' && !is_visible(*character))) return false;
  }
  return true;
}

}  // namespace toptile::fuzz
