// Compresses bytes, and writes bytes as text.
#pragma once

#include <string>
#include <string_view>

namespace toptile {

// Raw deflate (RFC 1951). The same text gives the same bytes with the same release of zlib.
std::string deflated(std::string_view text);

// Appends RFC 4648's base64, padded and without line ends.
void append_base64(std::string& text, std::string_view bytes);

}  // namespace toptile
