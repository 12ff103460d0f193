// A fuzz target: one function that can be called with any bytes. It returns if it finds nothing wrong; a
// broken property ends the program by TOPTILE_ASSERT. The same input does the same every time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/assert.h"
#include "base/words.h"

// libFuzzer requires this name and these types.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);

namespace toptile::fuzz {

inline std::string_view text_of(const std::uint8_t* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

using toptile::take_line;

// Takes a choice among `count` from the front of a text: '0' is the first, '1' the second, and so on,
// beginning again after the last. An empty text chooses the first.
inline std::size_t take_choice(std::string_view& text, std::size_t count) {
  if (text.empty()) return 0;
  const auto byte = static_cast<unsigned char>(text.front());
  text.remove_prefix(1);
  return static_cast<std::size_t>(byte + 256 - '0') % 256 % count;
}

}  // namespace toptile::fuzz
