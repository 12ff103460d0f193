#include "cli/terminal/key.h"

namespace toptile {

namespace {

constexpr char kEscape = '\x1b';
constexpr std::size_t kLongestSequence = 16;

Key::Name name_of_letter(char letter) {
  switch (letter) {
    case 'A':
      return Key::Name::up;
    case 'B':
      return Key::Name::down;
    case 'C':
      return Key::Name::right;
    case 'D':
      return Key::Name::left;
    case 'H':
      return Key::Name::home;
    case 'F':
      return Key::Name::end;
    default:
      return Key::Name::unknown;
  }
}

// The key of a sequence such as "5~" by its digit, which modifiers may follow.
Key::Name name_of_number(char digit) {
  switch (digit) {
    case '1':
    case '7':
      return Key::Name::home;
    case '4':
    case '8':
      return Key::Name::end;
    case '5':
      return Key::Name::page_up;
    case '6':
      return Key::Name::page_down;
    default:
      return Key::Name::unknown;
  }
}

bool is_final(char byte) {
  return byte >= '@' && byte <= '~';
}

// The body is what follows Esc and "[" or "O".
Key::Name name_of_sequence(const std::string& body) {
  if (body.back() != '~') return name_of_letter(body.back());
  const bool is_one_digit = body.size() == 2 || body[1] == ';';
  return is_one_digit ? name_of_number(body.front()) : Key::Name::unknown;
}

Key plain_key(char byte) {
  if (byte == '\r' || byte == '\n') return {Key::Name::enter, 0};
  if (byte == '\x7f' || byte == '\b') return {Key::Name::backspace, 0};
  return {Key::Name::character, byte};
}

}  // namespace

std::optional<Key> take_key(std::string& bytes) {
  if (bytes.empty()) return std::nullopt;
  if (bytes.front() != kEscape) {
    const Key key = plain_key(bytes.front());
    bytes.erase(0, 1);
    return key;
  }
  if (bytes.size() == 1) return std::nullopt;
  if (bytes[1] != '[' && bytes[1] != 'O') {
    bytes.erase(0, 1);
    return Key{Key::Name::escape, 0};
  }
  for (std::size_t i = 2; i < bytes.size() && i < kLongestSequence; ++i) {
    if (!is_final(bytes[i])) continue;
    const Key::Name name = name_of_sequence(bytes.substr(2, i - 1));
    bytes.erase(0, i + 1);
    return Key{name, 0};
  }
  if (bytes.size() < kLongestSequence) return std::nullopt;
  bytes.clear();
  return Key{Key::Name::unknown, 0};
}

std::optional<Key> take_last_key(std::string& bytes) {
  if (const auto key = take_key(bytes)) return key;
  if (bytes.empty()) return std::nullopt;
  const bool is_alone = bytes.size() == 1;
  bytes.clear();
  return Key{is_alone ? Key::Name::escape : Key::Name::unknown, 0};
}

}  // namespace toptile
