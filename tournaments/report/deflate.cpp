#include "tournaments/report/deflate.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>

#include "base/assert.h"

namespace toptile {

namespace {

constexpr int kLevel = 6;
constexpr int kRaw = -MAX_WBITS;  // The stream has no header.
constexpr int kMemory = 9;
// zlib's numbers for Effort::quick. Records repeat short texts, such as quotes and keys, so often that most
// time goes into candidates that are no better; no more than the last of these numbers are looked at.
constexpr int kGoodLength = 4, kMaxLazy = 32, kNiceLength = 64, kMaxChain = 16;

}  // namespace

std::string deflated(std::string_view text, std::string_view dictionary, Effort effort) {
  z_stream stream{};
  const int begun = deflateInit2(&stream, kLevel, Z_DEFLATED, kRaw, kMemory, Z_DEFAULT_STRATEGY);
  TOPTILE_ASSERT(begun == Z_OK);
  if (effort == Effort::quick) deflateTune(&stream, kGoodLength, kMaxLazy, kNiceLength, kMaxChain);
  if (!dictionary.empty()) {
    const int taken = deflateSetDictionary(&stream, reinterpret_cast<const Bytef*>(dictionary.data()),
                                           static_cast<uInt>(dictionary.size()));
    TOPTILE_ASSERT(taken == Z_OK);
  }
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
  return bytes.substr(0, size);  // The rest of the buffer is not needed.
}

Result<std::string> inflated(std::string_view bytes, std::size_t most, std::string_view dictionary) {
  z_stream stream{};
  const int begun = inflateInit2(&stream, kRaw);
  TOPTILE_ASSERT(begun == Z_OK);
  if (!dictionary.empty()) {
    inflateSetDictionary(&stream, reinterpret_cast<const Bytef*>(dictionary.data()),
                         static_cast<uInt>(dictionary.size()));
  }
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string text;
  int state = Z_OK;
  while (state == Z_OK && text.size() <= most) {
    const std::size_t before = text.size(),
                      more = std::min(std::max<std::size_t>(before, 16 << 10), most + 1 - before);
    text.resize(before + more);
    stream.next_out = reinterpret_cast<Bytef*>(text.data() + before);
    stream.avail_out = static_cast<uInt>(more);
    state = inflate(&stream, Z_NO_FLUSH);
    text.resize(before + more - stream.avail_out);
    if (state == Z_OK && text.size() == before) state = Z_DATA_ERROR;  // The bytes end too early.
  }
  const bool is_whole = state == Z_STREAM_END && stream.avail_in == 0;
  inflateEnd(&stream);
  if (text.size() > most) return Error{fmt::format("these packed bytes hold more than {} bytes", most)};
  if (!is_whole) return Error{"these packed bytes are damaged"};
  return text;
}

void append_base64(std::string& text, std::string_view bytes) {
  static constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto byte = [&](std::size_t at) {
    return static_cast<unsigned>(static_cast<unsigned char>(bytes[at]));
  };
  std::size_t end = text.size();
  text.resize(end + (bytes.size() + 2) / 3 * 4, '=');
  const auto put = [&](unsigned group, int digits) {
    for (int digit = 0; digit < digits; ++digit) text[end + digit] = kDigits[group >> (18 - 6 * digit) & 63];
    end += 4;
  };
  std::size_t i = 0;
  for (; i + 3 <= bytes.size(); i += 3) put(byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2), 4);
  if (bytes.size() - i == 1) put(byte(i) << 16, 2);
  if (bytes.size() - i == 2) put(byte(i) << 16 | byte(i + 1) << 8, 3);
}

}  // namespace toptile
