// Compresses bytes, and writes bytes as text.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace toptile {

// How hard repetitions are looked for. `quick` takes half as long for records, which become a twentieth
// larger.
enum class Effort { usual, quick };

// Raw deflate (RFC 1951). The same text gives the same bytes with the same release of zlib. A dictionary is a
// similar text: parts that both have take little room.
std::string deflated(std::string_view text, std::string_view dictionary = {}, Effort effort = Effort::usual);
// The reverse. Fails if the bytes are damaged, if the dictionary is a different one, or if the text has more
// than `most` bytes.
Result<std::string> inflated(std::string_view bytes, std::size_t most, std::string_view dictionary = {});

// Appends RFC 4648's base64, padded and without line ends.
void append_base64(std::string& text, std::string_view bytes);

}  // namespace toptile
