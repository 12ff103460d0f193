// Texts for shells.
#pragma once

#include <string>
#include <string_view>

namespace toptile {

// Puts a text in single quotes. A quote in it ends them, is written by itself and begins them anew.
std::string in_quotes(std::string_view text);

// The text as it is if a shell reads it unchanged as one word, or else in quotes.
std::string shell_word(std::string_view text);

}  // namespace toptile
