// Reads CSV rows (RFC 4180) from a text that comes in blocks. Fields are views into the text; only those with
// a doubled quote are copied. No memory is allocated once the longest row has been read.
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
    row,    // The fields of the row are valid until the next call.
    none,   // The text ends before a whole row, and is left unchanged.
    broken  // A quote is misplaced, or is never closed.
  };

  // Takes the next row off the text, together with its line end (LF or CRLF). Empty lines are skipped.
  // `is_last` says that nothing follows the text, so that its end also ends a row.
  Taken take(std::string_view& text, bool is_last);

  const std::vector<std::string_view>& fields() const { return fields_; }
  // The number, from 1, of the line on which the row begins or is broken.
  std::uint64_t line() const { return line_; }

 private:
  enum class End { field, row, text, broken };
  End take_field(std::string_view& text, bool is_last);
  End take_quoted(std::string_view& text, bool is_last);
  End end_of_field(std::string_view& text, bool is_last);

  std::vector<std::string_view> fields_;
  // By field. A deque does not move its elements when it grows.
  std::deque<std::string> unquoted_;
  std::uint64_t line_ = 1, next_line_ = 1;
};

// The text as a field, in quotes if it needs them. If a spreadsheet could take the text for a formula, it
// gets an apostrophe in front: that is a text that begins with = + - @, a tab or a line end and is not a
// number. A text that begins like that after apostrophes gets one, too, so that `unguarded` restores every
// text.
std::string csv_field(std::string_view text);
std::string_view unguarded(std::string_view field);

}  // namespace toptile
