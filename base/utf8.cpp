#include "base/utf8.h"

#include <fmt/format.h>
#include <locale.h>
#include <wctype.h>

#include <array>

#include "base/assert.h"

namespace toptile {

namespace {

// The C library's Unicode tables, whatever locale the user runs in.
locale_t unicode() {
  static const locale_t locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  TOPTILE_ASSERT(locale != nullptr);
  return locale;
}

struct Lead {
  unsigned char mask, value;
  int following;
  char32_t smallest;  // Anything below is an overlong form.
};
constexpr std::array<Lead, 3> kLeads = {
    {{0xE0, 0xC0, 1, 0x80}, {0xF0, 0xE0, 2, 0x800}, {0xF8, 0xF0, 3, 0x10000}}};

// German's sharp s is the one common letter whose cases Unicode does not pair both ways.
constexpr char32_t kSharpS = U'ß', kCapitalSharpS = U'ẞ';

// Control characters of ASCII and of ISO 6429; a terminal obeys both.
bool is_control(char32_t character) {
  return character < 0x20 || (character >= 0x7F && character <= 0x9F);
}

// Marks that change the direction of what follows, so that a line may seem to say something else.
bool turns_text_round(char32_t character) {
  return character == 0x200E || character == 0x200F || (character >= 0x202A && character <= 0x202E) ||
         (character >= 0x2066 && character <= 0x2069);
}

}  // namespace

std::optional<char32_t> take_character(std::string_view& text) {
  if (text.empty()) return std::nullopt;
  const auto first = static_cast<unsigned char>(text[0]);
  const std::string_view rest = text.substr(1);
  text = rest;
  if (first < 0x80) return first;
  for (const Lead& lead : kLeads) {
    if ((first & lead.mask) != lead.value) continue;
    if (rest.size() < static_cast<std::size_t>(lead.following)) return std::nullopt;
    char32_t character = first & static_cast<unsigned char>(~lead.mask);
    for (int i = 0; i < lead.following; ++i) {
      const auto next = static_cast<unsigned char>(rest[i]);
      if ((next & 0xC0) != 0x80) return std::nullopt;
      character = character << 6 | (next & 0x3F);
    }
    const bool is_surrogate = character >= 0xD800 && character < 0xE000;
    if (character < lead.smallest || character > 0x10FFFF || is_surrogate) return std::nullopt;
    text = rest.substr(static_cast<std::size_t>(lead.following));
    return character;
  }
  return std::nullopt;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    if (!take_character(text)) return false;
  }
  return true;
}

void append_character(std::string& text, char32_t character) {
  const auto byte = [](char32_t bits) { return static_cast<char>(static_cast<unsigned char>(bits)); };
  if (character < 0x80) {
    text += byte(character);
  } else if (character < 0x800) {
    text += {byte(0xC0 | character >> 6), byte(0x80 | (character & 0x3F))};
  } else if (character < 0x10000) {
    text +=
        {byte(0xE0 | character >> 12), byte(0x80 | (character >> 6 & 0x3F)), byte(0x80 | (character & 0x3F))};
  } else {
    text += {byte(0xF0 | character >> 18), byte(0x80 | (character >> 12 & 0x3F)),
             byte(0x80 | (character >> 6 & 0x3F)), byte(0x80 | (character & 0x3F))};
  }
}

bool is_letter(char32_t character) {
  if (character < 0x80) return (character | 0x20) >= 'a' && (character | 0x20) <= 'z';
  return iswalpha_l(static_cast<wint_t>(character), unicode()) != 0;
}

bool is_visible(char32_t character) {
  if (character < 0x80) return character > 0x20 && character < 0x7F;
  if (turns_text_round(character)) return false;
  return iswgraph_l(static_cast<wint_t>(character), unicode()) != 0;
}

char32_t to_upper(char32_t character) {
  if (character < 0x80) return character >= 'a' && character <= 'z' ? character - 0x20 : character;
  if (character == kSharpS || character == kCapitalSharpS) return kSharpS;
  return static_cast<char32_t>(towupper_l(static_cast<wint_t>(character), unicode()));
}

std::string upper_case(std::string_view text) {
  std::string upper;
  while (!text.empty()) {
    const std::string_view rest = text;
    if (const auto character = take_character(text)) {
      append_character(upper, to_upper(*character));
    } else {
      upper += rest.substr(0, rest.size() - text.size());
    }
  }
  return upper;
}

bool is_upper(char32_t character) {
  if (character < 0x80) return character >= 'A' && character <= 'Z';
  return static_cast<char32_t>(towlower_l(static_cast<wint_t>(character), unicode())) != character;
}

bool is_lower(char32_t character) {
  return character == kSharpS || (character != kCapitalSharpS && to_upper(character) != character);
}

std::string clean_text(std::string_view text, std::size_t most_bytes) {
  std::string clean;
  while (!text.empty()) {
    const auto character = take_character(text);
    std::string piece;
    append_character(piece, character && !is_control(*character) && !turns_text_round(*character)
                                ? *character
                                : U'\uFFFD');
    if (clean.size() + piece.size() > most_bytes) break;
    clean += piece;
  }
  return clean;
}

std::string printable(std::string_view text, int most_characters) {
  std::string shown;
  for (int count = 0; !text.empty(); ++count) {
    if (count == most_characters) return shown + "…";
    const std::string_view rest = text;
    const auto character = take_character(text);
    const std::string_view bytes = rest.substr(0, rest.size() - text.size());
    if (character && (*character == U' ' || is_visible(*character))) {
      shown += bytes;
    } else {
      for (char byte : bytes) shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
    }
  }
  return shown;
}

}  // namespace toptile
