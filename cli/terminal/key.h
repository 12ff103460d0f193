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
  char character = 0;  // Of a character; a byte of one beyond ASCII.

  bool is(char wanted) const { return name == Name::character && character == wanted; }
  friend bool operator==(const Key&, const Key&) = default;
};

// Takes the first key off what was read; nothing where that is the beginning of a longer sequence, or empty.
std::optional<Key> take_key(std::string& bytes);
// The same when nothing follows: a lone Esc is one, and the beginning of a sequence no key that is known.
std::optional<Key> take_last_key(std::string& bytes);

}  // namespace toptile
