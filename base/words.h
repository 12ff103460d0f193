// Splits lines into tokens at blanks, as the protocol and the position line do, quotes for a shell, and lists
// names in messages.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace toptile {

// Takes the next token off the front of a line, with the blanks around it. The token is empty at the line's
// end.
inline std::string_view take_word(std::string_view& line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos) {
    line = {};
    return {};
  }
  line.remove_prefix(first);
  const std::string_view word = line.substr(0, line.find_first_of(" \t"));
  line.remove_prefix(word.size());
  const std::size_t next = line.find_first_not_of(" \t");
  line.remove_prefix(next == std::string_view::npos ? line.size() : next);
  return word;
}

// The number that fills the whole string, in any locale, or nullopt.
std::optional<double> parse_double(std::string_view word);
template <class Number>
std::optional<Number> parse_number(std::string_view word) {
  if constexpr (std::is_same_v<Number, double>) {
    return parse_double(word);
  } else {
    Number number{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    return error == std::errc() && end == word.data() + word.size() ? std::optional(number) : std::nullopt;
  }
}

// "1 game", "2 games"; `one` is a noun whose plural ends in s.
template <class Number>
std::string counted(Number count, std::string_view one) {
  std::string text = std::to_string(count);
  text += ' ';
  text += one;
  if (count != 1) text += 's';
  return text;
}

// The same, but the number may begin with a plus sign.
template <class Number>
std::optional<Number> parse_written_number(std::string_view word) {
  const bool has_plus = word.size() > 1 && word[0] == '+' && word[1] != '-';
  return parse_number<Number>(word.substr(has_plus ? 1 : 0));
}

// The parts between the separators: one more than there are separators.
inline std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  for (const char letter : text) {
    if (letter == separator) {
      parts.emplace_back();
    } else {
      parts.back() += letter;
    }
  }
  return parts;
}

// Reads a list such as "12,24". Returns nullopt if a part is not a number or the list is empty.
template <class Number>
std::optional<std::vector<Number>> parse_numbers(std::string_view word) {
  std::vector<Number> numbers;
  while (true) {
    const std::size_t comma = word.find(',');
    const auto number = parse_number<Number>(word.substr(0, comma));
    if (!number) return std::nullopt;
    numbers.push_back(*number);
    if (comma == std::string_view::npos) return numbers;
    word.remove_prefix(comma + 1);
  }
}

// Appends a number as parse_number reads it.
inline void append_number(std::string& line, std::int64_t number) {
  std::array<char, 20> digits;  // Room for the longest number with its sign.
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  line.append(digits.data(), end);
}

// Appends the key and then the numbers as parse_numbers reads them. Appends nothing if there are no numbers.
template <class Numbers, class Read = std::identity>
void append_numbers(std::string& line, std::string_view key, const Numbers& numbers, Read read = {}) {
  std::string_view before = key;
  for (const auto& number : numbers) {
    line += before;
    append_number(line, std::invoke(read, number));
    before = ",";
  }
}

// Takes the next line off the front of a text, with its line end. If there is no line end, it takes all of
// it.
inline std::string_view take_line(std::string_view& rest) {
  const std::string_view line = rest.substr(0, rest.find('\n'));
  rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  return line;
}

// Puts a text in single quotes. A quote in it closes them, is escaped, and opens them again.
std::string in_quotes(std::string_view text);

// The text as it is if a shell reads it unchanged as one argument, or else in quotes.
std::string shell_word(std::string_view text);

// The last line that is not empty, as messages show it, cut after `most_characters`. Empty if there is no
// such line.
std::string last_line_of(std::string_view text, int most_characters = 100);

// A list such as "a, b and c". If there are more than four names, it gives the first three and the number of
// the others.
std::string listed(const std::vector<std::string>& names);

}  // namespace toptile
