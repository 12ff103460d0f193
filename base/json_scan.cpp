#include "base/json_scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_set>
#include <vector>

#include "base/utf8.h"

namespace toptile {

namespace {

constexpr std::size_t kDeepest = 50;
constexpr std::string_view kBlanks = " \t\r\n";

// The byte behind the closing quote of the string that begins at `begin`.
std::size_t end_of_string(std::string_view text, std::size_t begin) {
  std::size_t at = begin + 1;
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
  return std::min(at + 1, text.size());
}

// The text between the quotes without its escapes, or as written if it is not JSON.
std::string decoded(std::string_view quoted) {
  if (quoted.find('\\') != std::string_view::npos) {
    const auto parsed = nlohmann::json::parse(quoted, nullptr, false);
    if (parsed.is_string()) return parsed.get<std::string>();
  }
  return std::string(quoted.substr(1, quoted.size() - 2));
}

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(kBlanks, at), text.size());
}

// The byte behind the value that begins at `at`.
std::size_t skip_value(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"') {
      at = end_of_string(text, at);
    } else if (c == '{' || c == '[') {
      ++depth;
      ++at;
    } else if (c == '}' || c == ']') {
      if (depth == 0) return at;  // This bracket closes what the value stands in.
      --depth;
      ++at;
    } else if (depth == 0) {
      return std::min(text.find_first_of(",]} \t\r\n", at), text.size());
    } else {
      ++at;
      continue;
    }
    if (depth == 0) return at;
  }
  return at;
}

// The place of a part of a list or an object, and the place where its value begins.
struct Part {
  std::size_t at = 0, value = 0;
};

// The part that the step leads to, in the list or object that begins at `at`.
std::optional<Part> find_part(std::string_view text, std::size_t at, const JsonStep& step) {
  const auto* key = std::get_if<std::string>(&step);
  if (at >= text.size() || text[at] != (key != nullptr ? '{' : '[')) return std::nullopt;
  for (std::size_t index = 0; at < text.size(); ++index) {
    Part part;
    part.at = part.value = skip_blanks(text, at + 1);  // This is behind the bracket or the comma.
    if (part.at == text.size() || text[part.at] == '}' || text[part.at] == ']') return std::nullopt;
    bool is_it = key == nullptr && index == std::get<std::size_t>(step);
    if (key != nullptr) {
      const std::size_t end = end_of_string(text, part.at);
      is_it = decoded(text.substr(part.at, end - part.at)) == *key;
      part.value = skip_blanks(text, skip_blanks(text, end) + 1);  // This is behind the colon.
    }
    if (is_it) return part;
    at = skip_blanks(text, skip_value(text, part.value));
    if (at >= text.size() || text[at] != ',') return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

TextPosition position_in(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const std::size_t line_begin = before.rfind('\n') + 1;  // This is 0 if there is none.
  const auto is_first_of_character = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
  return {
      1 + static_cast<std::size_t>(std::ranges::count(before, '\n')),
      1 + static_cast<std::size_t>(std::ranges::count_if(before.substr(line_begin), is_first_of_character))};
}

std::size_t find_in_json(std::string_view text, std::span<const JsonStep> steps) {
  Part found;
  found.at = found.value = skip_blanks(text, 0);
  for (const JsonStep& step : steps) {
    const auto part = find_part(text, found.value, step);
    if (!part) break;
    found = *part;
  }
  return found.at;
}

std::optional<JsonFlaw> find_flaw(std::string_view text) {
  struct Level {
    bool is_object = false;
    std::unordered_set<std::string> keys;
  };
  std::vector<Level> levels;
  bool is_key_next = false;
  for (std::size_t at = text.find_first_of("\"{[]},:"); at < text.size();
       at = text.find_first_of("\"{[]},:", at)) {
    const char c = text[at];
    if (c == '"') {
      const std::size_t end = end_of_string(text, at);
      if (is_key_next && !levels.empty()) {
        std::string key = decoded(text.substr(at, end - at));
        const auto [known, is_new] = levels.back().keys.insert(std::move(key));
        if (!is_new)
          return JsonFlaw{at, fmt::format("the key \"{}\" is given twice in one object", printable(*known))};
      }
      is_key_next = false;
      at = end;
      continue;
    }
    if (c == '{' || c == '[') {
      if (levels.size() == kDeepest)
        return JsonFlaw{at, fmt::format("lists and objects are nested more than {} deep", kDeepest)};
      levels.push_back({c == '{', {}});
    } else if ((c == '}' || c == ']') && !levels.empty()) {
      levels.pop_back();
    }
    is_key_next = (c == '{' || c == ',') && !levels.empty() && levels.back().is_object;
    ++at;
  }
  return std::nullopt;
}

}  // namespace toptile
