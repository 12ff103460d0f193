// Reads a JSON object field by field. An error names the field that is missing, unknown, of the wrong type or
// out of range. The first error is kept; values that are read after an error mean nothing.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/json_place.h"
#include "base/result.h"

namespace toptile {

using Json = nlohmann::ordered_json;

// Parses a whole text. An error begins with `where`, such as a file's name, and names line and column. A key
// given twice in an object is an error too.
Result<Json> parse_json(std::string_view text, const std::string& where);

// The value as text: in one line without blanks, or indented by so many spaces at each depth. Throws an
// exception of nlohmann::json if a string in it is not UTF-8.
std::string json_text(const Json& value, int indent = -1);

// The value as one line, as commands print it. If a string in it is not UTF-8, as a folder's name may be,
// U+FFFD replaces the invalid bytes.
std::string json_line(const Json& value);

// The error for a text that JSON cannot hold, such as a file's name that is not UTF-8; empty if it can.
std::optional<Error> not_text_fault(std::string_view what, const std::string& value);

// The name nearest to `wrong` by edit distance, for "did you mean" hints; nullopt if none is near enough.
std::optional<std::string> nearest_name(std::string_view wrong, const std::vector<std::string>& names);
// "; did you mean NAME?", or empty if no name is near.
std::string meant_name(std::string_view wrong, const std::vector<std::string>& names);
// "\"sun\" is not one of: game, move, none", followed by meant_name.
std::string no_such_word(const std::string& shown, std::string_view wrong,
                         const std::vector<std::string>& names);

class FieldReader {
 public:
  // `where` begins every error. The object must outlive the reader.
  FieldReader(const Json& object, JsonPlace where);

  bool has(const std::string& name);
  // Each of these leaves `value` alone if the field is missing.
  FieldReader& read(const std::string& name, bool& value);
  FieldReader& read(const std::string& name, std::string& value);
  FieldReader& read(const std::string& name, int& value, std::int64_t least, std::int64_t most);
  FieldReader& read(const std::string& name, std::int64_t& value, std::int64_t least, std::int64_t most);
  FieldReader& read(const std::string& name, double& value);
  // Reads a number, or a string of decimal digits.
  FieldReader& read(const std::string& name, std::uint64_t& value);
  FieldReader& read(const std::string& name, std::vector<std::string>& value);
  FieldReader& read(const std::string& name, std::vector<int>& value);
  // Reads a number that has its own type, such as a Seat, within the given limits, if any.
  template <class Kind, class... Limits>
  requires std::is_enum_v<Kind> FieldReader& read(const std::string& name, Kind& value, Limits... limits) {
    auto number = static_cast<std::underlying_type_t<Kind>>(value);
    read(name, number, limits...);
    value = Kind{number};
    return *this;
  }
  // Sets `value` to the enumerator whose name_of() is the field's string. `last` is the last enumerator; the
  // first is 0.
  template <class Enum>
  FieldReader& read_name(const std::string& name, Enum& value, Enum last) {
    std::vector<std::string> words;
    for (int i = 0; i <= static_cast<int>(last); ++i) words.emplace_back(name_of(static_cast<Enum>(i)));
    return read_word(name, value, words);
  }
  // Sets `value` to the index of the field's string in `words`.
  template <class Enum>
  FieldReader& read_word(const std::string& name, Enum& value, const std::vector<std::string>& words) {
    int index = static_cast<int>(value);
    read_index(name, index, words);
    value = static_cast<Enum>(index);
    return *this;
  }
  // The field's value as it is; null when it is missing.
  const Json* read_any(const std::string& name);
  FieldReader& require(const std::string& name);
  // Accepts and ignores a field that is meant for other programs.
  FieldReader& pass_over(const std::string& name);

  void fail(const std::string& name, const std::string& why);
  // Takes an error that already says where it is, such as one from another reader.
  void fail(Error error);
  // Returns the first error, or refuses a field that no call named.
  Result<void> finish();
  const JsonPlace& where() const { return where_; }

 private:
  const Json* find(const std::string& name);
  void read_index(const std::string& name, int& index, const std::vector<std::string>& words);

  const Json& object_;
  JsonPlace where_;
  std::vector<std::string> known_;
  std::optional<Error> fault_;
};

// Reads a field that is itself an object, if it is there.
template <class Part, class Parse>
void read_part(FieldReader& reader, const std::string& name, Part& part, Parse parse) {
  const Json* object = reader.read_any(name);
  if (object == nullptr) return;
  auto parsed = parse(*object, reader.where().at(name));
  if (!parsed) return reader.fail(parsed.error());
  part = std::move(parsed).value();
}

}  // namespace toptile
