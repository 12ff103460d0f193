// The form that every error message must have, whatever bytes it is about.
#pragma once

#include <string_view>

#include "base/utf8.h"

namespace toptile::fuzz {

// Whether the message is one line of visible, well-formed text that fits on a screen: quoted bytes must be
// escaped, and long quotes cut.
inline bool is_one_sentence(std::string_view message) {
  constexpr std::size_t kMaxBytes = 2000;
  if (message.empty() || message.size() > kMaxBytes) return false;
  while (!message.empty()) {
    const auto character = take_character(message);
    if (!character || (*character != U' ' && !is_visible(*character))) return false;
  }
  return true;
}

}  // namespace toptile::fuzz
