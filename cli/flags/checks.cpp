#include "cli/flags/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/json_fields.h"
#include "base/utf8.h"
#include "base/words.h"

namespace toptile {

namespace {

std::string no_number(const std::string& text, std::int64_t least, std::int64_t most) {
  return fmt::format("\"{}\" should be a whole number from {} to {}", printable(text), least, most);
}

// The milliseconds of a text such as 5s or 1.5min.
std::optional<std::int64_t> milliseconds_of(const std::string& text) {
  constexpr double kMost = 1e15;
  static const std::map<std::string, double> kUnits = {{"ms", 1},    {"s", 1e3},   {"sec", 1e3}, {"m", 6e4},
                                                       {"min", 6e4}, {"h", 3.6e6}, {"d", 8.64e7}};
  const std::size_t unit = text.find_first_not_of("0123456789.");
  if (unit == text.npos || unit == 0) return std::nullopt;
  const auto found = kUnits.find(text.substr(unit));
  const auto number = parse_number<double>(text.substr(0, unit));
  if (found == kUnits.end() || !number || *number * found->second > kMost) return std::nullopt;
  return std::llround(*number * found->second);
}

}  // namespace

Check in_range(std::int64_t least, std::int64_t most) {
  return [least, most](const std::string& text) {
    const auto number = parse_written_number<std::int64_t>(text);
    return number && *number >= least && *number <= most ? std::string() : no_number(text, least, most);
  };
}

Check number_in_range(double least, double most) {
  return [least, most](const std::string& text) {
    const auto number = parse_written_number<double>(text);
    return number && *number >= least && *number <= most
               ? std::string()
               : fmt::format("\"{}\" should be a number from {} to {}", printable(text), least, most);
  };
}

Check seed_number() {
  return [](const std::string& text) {
    constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
    return parse_number<std::uint64_t>(text)
               ? std::string()
               : fmt::format("\"{}\" should be a whole number from 0 to {}", printable(text), kMost);
  };
}

Check milliseconds_in_range(std::int64_t least, std::int64_t most) {
  return [least, most](const std::string& text) {
    const auto number = parse_number<std::int64_t>(text);
    if (number && *number >= least && *number <= most) return std::string();
    const auto meant = milliseconds_of(text);
    return no_number(text, least, most) +
           (meant ? fmt::format(", in milliseconds: {}", *meant) : std::string(", in milliseconds"));
  };
}

Check one_of(const std::vector<std::string>& words) {
  return [words](const std::string& word) {
    if (std::ranges::find(words, word) != words.end()) return std::string();
    return no_such_word(fmt::format("\"{}\"", printable(word)), word, words);
  };
}

}  // namespace toptile
