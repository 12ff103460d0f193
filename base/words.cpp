#include "base/words.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>

#include "base/utf8.h"

namespace toptile {

std::optional<double> parse_double(std::string_view word) {
#ifdef __cpp_lib_to_chars
  double number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size() ? std::optional(number) : std::nullopt;
#else  // LLVM's library has it for whole numbers only. Pages have the C locale.
  const bool has_sign = word.starts_with('-');
  const char first = word.size() > std::size_t{has_sign} ? word[has_sign ? 1 : 0] : ' ';
  if ((first < '0' || first > '9') && first != '.') return std::nullopt;
  if (word.find_first_of("xX") != std::string_view::npos) return std::nullopt;
  const std::string text(word);
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  return std::isfinite(number) && end == text.c_str() + text.size() ? std::optional(number) : std::nullopt;
#endif
}

namespace {

constexpr std::size_t kMaxNames = 4;

}  // namespace

std::string in_quotes(std::string_view text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string shell_word(std::string_view text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,+@%";
  const bool is_plain = !text.empty() && text.find_first_not_of(kPlain) == text.npos;
  return is_plain ? std::string(text) : in_quotes(text);
}

std::string last_line_of(std::string_view text, int most_characters) {
  text = text.substr(0, text.find_last_not_of("\r\n") + 1);
  return printable(text.substr(text.find_last_of('\n') + 1), most_characters);
}

std::string listed(const std::vector<std::string>& names) {
  const bool are_many = names.size() > kMaxNames;
  const std::size_t shown = are_many ? kMaxNames - 1 : names.size();
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    const bool is_last = i + 1 == names.size();
    text += fmt::format("{}{}", i == 0 ? "" : is_last ? " and " : ", ", names[i]);
  }
  return are_many ? fmt::format("{} and {} more", text, names.size() - shown) : text;
}

}  // namespace toptile
