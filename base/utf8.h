// The character functions that a word game needs for UTF-8: where a character ends, whether it is a letter,
// and its upper case.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace toptile {

// Some programs begin a UTF-8 file with this mark.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Takes the first character off `text`. If `text` does not begin with well-formed UTF-8, takes one byte and
// returns nullopt.
std::optional<char32_t> take_character(std::string_view& text);

bool is_utf8(std::string_view text);

void append_character(std::string& text, char32_t character);

bool is_letter(char32_t character);
bool is_visible(char32_t character);  // Not white space, a control or a direction mark.

// The simple (one to one) upper case; the character itself when it has none. ß is its own upper case, and its
// rare capital ẞ (U+1E9E) is read as ß, because keyboards and lists have ß and one word must have one
// spelling.
char32_t to_upper(char32_t character);
// The text in simple upper case; bytes that are not UTF-8 stay as they are.
std::string upper_case(std::string_view text);
bool is_upper(char32_t character);  // It has a lower case, as ẞ has.
bool is_lower(char32_t character);  // It has an upper case, or is ß.

// The text with invalid UTF-8, control characters and direction marks replaced by U+FFFD, cut to at most
// `most_bytes`.
std::string clean_text(std::string_view text, std::size_t most_bytes);

// Text from outside as error messages show it: control characters and invalid UTF-8 become \xNN, and it is
// cut after `most_characters`.
std::string printable(std::string_view text, int most_characters = 60);

}  // namespace toptile
