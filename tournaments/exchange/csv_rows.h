// Rows of comma-separated values as RFC 4180 has them, read from a text that comes in blocks. Fields are
// views into the text; only those with a doubled quote are copied. Nothing is allocated once the longest row
// has been seen.
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
    row,    // Its fields can be read, until the next call.
    none,   // The text ends here, or before the row does: nothing is taken off.
    broken  // A quote in or behind a field where none may stand, or one that is never closed.
  };

  // Takes the next row off the text, its end of line (LF or CRLF) included. Empty lines are passed over.
  // `is_last` says that nothing follows the text, so that its end is a row's end too.
  Taken take(std::string_view& text, bool is_last);

  const std::vector<std::string_view>& fields() const { return fields_; }
  std::uint64_t line() const {
    return line_;
  }  // On which the row begins, from 1; of a broken one where it broke.

 private:
  enum class End { field, row, text, broken };
  End take_field(std::string_view& text, bool is_last);
  End take_quoted(std::string_view& text, bool is_last);
  End end_of_field(std::string_view& text, bool is_last);

  std::vector<std::string_view> fields_;
  std::deque<std::string> unquoted_;  // By field; growing moves none.
  std::uint64_t line_ = 1, next_line_ = 1;
};

// The text as a field: in quotes where it needs them. One that a spreadsheet would take for a formula, as it
// begins with = + - @ or white space and is no number, has an apostrophe in front; and so has one that begins
// like that behind apostrophes, so that `unguarded` gives back any text that was written.
std::string csv_field(std::string_view text);
std::string_view unguarded(std::string_view field);

}  // namespace toptile
