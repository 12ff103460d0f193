// Keys as a terminal sends them.
#pragma once

#include <optional>
#include <string>

namespace toptile {

struct Key {
  enum class Name {
    character,
    left,
    right,
    up,
    down,
    home,
    end,
    page_up,
    page_down,
    enter,
    backspace,
    escape,
    unknown,
  };

  Name name = Name::character;
  char character = 0;  // The character, or one byte of a character beyond ASCII.

  bool is(char wanted) const { return name == Name::character && character == wanted; }
  friend bool operator==(const Key&, const Key&) = default;
};

// Takes the first key off the bytes that were read; nothing if they are empty or only begin a longer
// sequence.
std::optional<Key> take_key(std::string& bytes);
// The same if no byte follows: a lone Esc is then a key, and the beginning of a sequence is an unknown key.
std::optional<Key> take_last_key(std::string& bytes);

}  // namespace toptile
