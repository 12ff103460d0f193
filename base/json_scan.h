// Finds two things that the parser does not report: where a value stands in a JSON text, and flaws in a text
// that the parser accepts.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace toptile {

// Both count from 1; a column is a character.
struct TextPosition {
  std::size_t line = 1;
  std::size_t column = 1;
};
TextPosition position_in(std::string_view text, std::size_t byte);

// A step leads into an object by a key, or into a list by a number from 0.
using JsonStep = std::variant<std::string, std::size_t>;

// The byte offset of the key or element that the steps lead to, or of the last one found if they lead
// nowhere. `text` must be JSON.
std::size_t find_in_json(std::string_view text, std::span<const JsonStep> steps);

// A flaw that JSON allows but no file of ours intends: a key given twice in an object, or nesting so deep
// that only an attack has it. `text` need not be JSON.
struct JsonFlaw {
  std::size_t byte = 0;
  std::string words;
};
std::optional<JsonFlaw> find_flaw(std::string_view text);

}  // namespace toptile
