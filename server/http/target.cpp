#include "server/http/target.h"

#include <algorithm>

#include "base/utf8.h"

namespace toptile {

namespace {

constexpr std::size_t kMaxParts = 8, kMaxKeys = 8;

std::optional<unsigned> digit_of(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
  return std::nullopt;
}

bool is_plain(std::string_view text) {
  return is_utf8(text) && std::ranges::none_of(text, [](char c) {
           return (static_cast<unsigned char>(c) < 0x20) || c == 0x7f || c == '/' || c == '\\';
         });
}

std::optional<std::string> decoded(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const auto high = digit_of(text[i + 1]), low = digit_of(text[i + 2]);
    if (!high || !low) return std::nullopt;
    plain += static_cast<char>(*high * 16 + *low);
    i += 2;
  }
  return is_plain(plain) ? std::optional(plain) : std::nullopt;
}

// Takes the text up to the mark off the front, and the mark with it.
std::string_view take_until(std::string_view& rest, char mark) {
  const std::string_view part = rest.substr(0, rest.find(mark));
  rest.remove_prefix(std::min(part.size() + 1, rest.size()));
  return part;
}

bool read_query(std::string_view text, std::map<std::string, std::string>& query) {
  while (!text.empty()) {
    std::string_view value = take_until(text, '&');
    const std::string_view key = take_until(value, '=');
    const auto plain_key = decoded(key), plain_value = decoded(value);
    if (!plain_key || !plain_value || plain_key->empty() || query.size() >= kMaxKeys) return false;
    if (!query.emplace(*plain_key, *plain_value).second) return false;
  }
  return true;
}

}  // namespace

std::optional<Target> parse_target(std::string_view text) {
  if (text.size() > kMaxTargetLength || !text.starts_with('/') || text.find('#') != text.npos)
    return std::nullopt;
  text.remove_prefix(1);
  Target target;
  std::string_view path = take_until(text, '?');
  while (!path.empty()) {
    const auto part = decoded(take_until(path, '/'));
    if (!part || part->empty() || *part == "." || *part == ".." || target.parts.size() >= kMaxParts)
      return std::nullopt;
    target.parts.push_back(*part);
  }
  if (!read_query(text, target.query)) return std::nullopt;
  return target;
}

std::optional<std::string> parse_bearer(std::string_view header) {
  constexpr std::string_view kBearer = "bearer ";
  if (header.size() <= kBearer.size()) return std::nullopt;
  for (std::size_t i = 0; i < kBearer.size(); ++i) {
    const char c = header[i];
    if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) != kBearer[i]) return std::nullopt;
  }
  return std::string(header.substr(kBearer.size()));
}

}  // namespace toptile
