#include "tournaments/exchange/csv_rows.h"

#include <algorithm>
#include <array>

#include "base/words.h"

namespace toptile {

namespace {

// Whether the text, after any number of apostrophes, is not a number and may look like a formula to a
// spreadsheet.
bool is_like_formula(std::string_view text) {
  constexpr std::string_view kBeginnings = "=+-@\t\r\n";
  constexpr std::array<std::string_view, 4> kWideBeginnings = {
      "＝", "＋", "－", "＠"};  // Spreadsheets in East Asia accept these.
  const std::size_t first = text.find_first_not_of('\'');
  if (first == text.npos) return false;
  const auto begins = [&](std::string_view sign) { return text.substr(first).starts_with(sign); };
  if (std::ranges::any_of(kWideBeginnings, begins)) return true;
  if (kBeginnings.find(text[first]) == kBeginnings.npos) return false;
  const bool has_sign = text[first] == '+' || text[first] == '-';
  const std::string_view digits = text.substr(first + 1);
  const bool is_number =
      has_sign && !digits.empty() && digits[0] >= '0' && digits[0] <= '9' && parse_number<double>(digits);
  return !is_number;
}

// Semicolons count, too: in countries with a decimal comma, spreadsheets separate the cells by them.
std::string in_quotes_if_needed(std::string_view text) {
  if (text.find_first_of(",;\"\r\n") == text.npos) return std::string(text);
  std::string field = "\"";
  for (const char c : text) field.append(c == '"' ? 2 : 1, c);
  return field + '"';
}

}  // namespace

CsvRows::Taken CsvRows::take(std::string_view& text, bool is_last) {
  while (text.starts_with('\n') || text.starts_with("\r\n")) {
    text.remove_prefix(text.front() == '\n' ? 1 : 2);
    ++next_line_;
  }
  if (text.empty() || (text == "\r" && !is_last)) return Taken::none;
  std::string_view rest = text;
  line_ = next_line_;
  fields_.clear();
  while (true) {
    switch (take_field(rest, is_last)) {
      case End::field:
        continue;
      case End::row:
        text = rest;
        return Taken::row;
      case End::text:
        next_line_ = line_;
        return Taken::none;
      case End::broken:
        line_ = next_line_;
        return Taken::broken;
    }
  }
}

CsvRows::End CsvRows::take_field(std::string_view& text, bool is_last) {
  if (text.starts_with('"')) return take_quoted(text, is_last);
  std::size_t length = 0;
  while (length < text.size() && text[length] != ',' && text[length] != '\n' && text[length] != '"') ++length;
  if (length < text.size() && text[length] == '"') return End::broken;
  const bool is_end_of_line = length == text.size() || text[length] == '\n';
  const bool has_return = is_end_of_line && length > 0 && text[length - 1] == '\r';
  fields_.push_back(text.substr(0, length - (has_return ? 1 : 0)));
  text.remove_prefix(length);
  return end_of_field(text, is_last);
}

CsvRows::End CsvRows::take_quoted(std::string_view& text, bool is_last) {
  if (unquoted_.size() <= fields_.size()) unquoted_.resize(fields_.size() + 1);
  const std::size_t number = fields_.size();
  std::size_t from = 1;
  bool is_copied = false;
  while (true) {
    const std::size_t quote = text.find('"', from);
    // A quote at the very end of a block may be the first of a doubled one.
    if (quote == text.npos || (quote + 1 == text.size() && !is_last))
      return is_last ? End::broken : End::text;
    const std::string_view part = text.substr(from, quote - from);
    next_line_ += static_cast<std::uint64_t>(std::ranges::count(part, '\n'));
    const bool is_doubled = quote + 1 < text.size() && text[quote + 1] == '"';
    if (!is_doubled && !is_copied) {
      fields_.push_back(part);
    } else {
      if (!is_copied) unquoted_[number].clear();
      unquoted_[number] += part;
      if (is_doubled) unquoted_[number] += '"';
      is_copied = true;
    }
    from = quote + (is_doubled ? 2 : 1);
    if (is_doubled) continue;
    if (is_copied) fields_.emplace_back(unquoted_[number]);
    text.remove_prefix(from);
    if (text == "\r" && !is_last) return End::text;
    if (text.starts_with("\r\n") || text == "\r") text.remove_prefix(1);
    return end_of_field(text, is_last);
  }
}

CsvRows::End CsvRows::end_of_field(std::string_view& text, bool is_last) {
  if (text.empty()) return is_last ? End::row : End::text;
  const char end = text.front();
  if (end != ',' && end != '\n') return End::broken;
  text.remove_prefix(1);
  if (end == ',') return End::field;
  ++next_line_;
  return End::row;
}

std::string_view unguarded(std::string_view field) {
  return field.starts_with('\'') && is_like_formula(field) ? field.substr(1) : field;
}

std::string csv_field(std::string_view text) {
  if (is_like_formula(text)) return in_quotes_if_needed("'" + std::string(text));
  return in_quotes_if_needed(text);
}

}  // namespace toptile
