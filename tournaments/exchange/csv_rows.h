// Reads rows of comma-separated values (RFC 4180) from a text that comes in blocks. Fields are views into the
// text; only those with a doubled quote are copied. Nothing is allocated once the longest row has been seen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace toptile {

class CsvRows {
 public:
  enum class Taken {
    row,    // The fields of the row can be read until the next call.
    none,   // The text ends before a whole row, so nothing is taken off it.
    broken  // A quote stands where none may stand, or it is never closed.
  };

  // Takes the next row off the text, together with its end of line (LF or CRLF). Empty lines are skipped.
  // `is_last` says that nothing follows the text, so that its end also ends a row.
  Taken take(std::string_view& text, bool is_last);

  const std::vector<std::string_view>& fields() const { return fields_; }
  // The number, from 1, of the line on which the row begins, or on which it is broken.
  std::uint64_t line() const { return line_; }

 private:
  enum class End { field, row, text, broken };
  End take_field(std::string_view& text, bool is_last);
  End take_quoted(std::string_view& text, bool is_last);
  End end_of_field(std::string_view& text, bool is_last);

  std::vector<std::string_view> fields_;
  // The index is the field. A deque does not move its elements when it grows.
  std::deque<std::string> unquoted_;
  std::uint64_t line_ = 1, next_line_ = 1;
};

// The text as a field, in quotes if it needs them. If a spreadsheet could take the text for a formula, it
// gets an apostrophe in front: that is a text which begins with = + - @, a tab or an end of line and is no
// number. A text that begins like that after apostrophes gets one, too, so that `unguarded` gives back any
// text.
std::string csv_field(std::string_view text);
std::string_view unguarded(std::string_view field);

}  // namespace toptile
