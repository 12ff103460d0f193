#include "league/store/timestamp.h"

#include <fmt/format.h>

#include <chrono>

#include "base/words.h"

namespace toptile {

namespace {

// Takes this many digits off the text. Returns nullopt if there are fewer, or if the number exceeds `most`.
std::optional<int> take_number(std::string_view& text, std::size_t digits, int most) {
  if (text.size() < digits) return std::nullopt;
  const std::string_view word = text.substr(0, digits);
  if (word.find_first_not_of("0123456789") != word.npos) return std::nullopt;
  const auto number = parse_number<int>(word);
  if (!number || *number > most) return std::nullopt;
  text.remove_prefix(digits);
  return number;
}

bool take(std::string_view& text, char sign) {
  if (!text.starts_with(sign)) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<std::chrono::minutes> take_hours_and_minutes(std::string_view& text) {
  const auto hour = take_number(text, 2, 23);
  if (!hour || !take(text, ':')) return std::nullopt;
  const auto minute = take_number(text, 2, 59);
  if (!minute) return std::nullopt;
  return std::chrono::hours(*hour) + std::chrono::minutes(*minute);
}

// Takes a zone off the text, and returns its offset from UTC.
std::optional<std::chrono::minutes> take_zone(std::string_view& text) {
  if (take(text, 'Z')) return std::chrono::minutes(0);
  const bool is_behind = text.starts_with('-');
  if (!take(text, '+') && !take(text, '-')) return std::nullopt;
  const auto ahead = take_hours_and_minutes(text);
  if (!ahead) return std::nullopt;
  return is_behind ? -*ahead : *ahead;
}

}  // namespace

std::optional<std::int64_t> parse_timestamp(std::string_view text) {
  const auto year = take_number(text, 4, 9999);
  if (!year || *year < 1970 || !take(text, '-')) return std::nullopt;
  const auto month = take_number(text, 2, 12);
  if (!month || !take(text, '-')) return std::nullopt;
  const auto day = take_number(text, 2, 31);
  if (!day || !take(text, 'T')) return std::nullopt;
  const auto time = take_hours_and_minutes(text);
  if (!time) return std::nullopt;
  std::chrono::seconds second{0};
  if (take(text, ':')) {
    const auto number = take_number(text, 2, 59);
    if (!number) return std::nullopt;
    second = std::chrono::seconds(*number);
  }
  const auto ahead = take_zone(text);
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!ahead || !text.empty() || !date.ok()) return std::nullopt;
  const auto timestamp = std::chrono::sys_days(date) + *time + second - *ahead;
  return std::chrono::duration_cast<std::chrono::milliseconds>(timestamp.time_since_epoch()).count();
}

std::string utc_text(std::int64_t timestamp) {
  const std::chrono::sys_time<std::chrono::milliseconds> at{std::chrono::milliseconds(timestamp)};
  const auto days = std::chrono::floor<std::chrono::days>(at);
  const std::chrono::year_month_day date(days);
  const std::chrono::hh_mm_ss time(std::chrono::floor<std::chrono::seconds>(at - days));
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     time.hours().count(), time.minutes().count(), time.seconds().count());
}

std::string readable_utc(std::int64_t timestamp) {
  std::string text = utc_text(timestamp);
  text[text.find('T')] = ' ';
  text.pop_back();
  return text + " UTC";
}

}  // namespace toptile
