// Texts for shells.
#pragma once

#include <string>
#include <string_view>

namespace toptile {

// In single quotes: a quote ends them, stands by itself and begins them anew.
std::string in_quotes(std::string_view text);

// As it is where a shell takes it for itself and for one word, else in quotes.
std::string shell_word(std::string_view text);

}  // namespace toptile
