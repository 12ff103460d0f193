// Bytes made smaller, and bytes as text.
#pragma once

#include <string>
#include <string_view>

namespace toptile {

// Raw deflate, RFC 1951; the same bytes for the same text and release of zlib.
std::string deflated(std::string_view text);

// Appends RFC 4648's base64, padded and without line ends.
void append_base64(std::string& text, std::string_view bytes);

}  // namespace toptile
