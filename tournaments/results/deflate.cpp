#include "tournaments/results/deflate.h"

#include <zlib.h>

#include "engine/assert.h"

namespace toptile {

namespace {

constexpr int kLevel = 6;
constexpr int kRaw = -MAX_WBITS;  // The stream has no header.
constexpr int kMemory = 9;

}  // namespace

std::string deflated(std::string_view text) {
  z_stream stream{};
  const int begun = deflateInit2(&stream, kLevel, Z_DEFLATED, kRaw, kMemory, Z_DEFAULT_STRATEGY);
  TOPTILE_ASSERT(begun == Z_OK);
  std::string bytes(deflateBound(&stream, text.size()), '\0');
  // zlib does not write to its input, although its type does not say so.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  const int ended = deflate(&stream, Z_FINISH);
  TOPTILE_ASSERT(ended == Z_STREAM_END);
  const std::size_t size = stream.total_out;
  deflateEnd(&stream);
  return bytes.substr(0, size);  // The rest of the buffer was not needed.
}

void append_base64(std::string& text, std::string_view bytes) {
  static constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto byte = [&](std::size_t at) {
    return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0U;
  };
  std::size_t end = text.size();
  text.resize(end + (bytes.size() + 2) / 3 * 4, '=');
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const unsigned group = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    const std::size_t digits = std::min<std::size_t>(bytes.size() - i, 3) + 1;
    for (std::size_t digit = 0; digit < digits; ++digit)
      text[end + digit] = kDigits[group >> (18 - 6 * digit) & 63];
    end += 4;
  }
}

}  // namespace toptile
