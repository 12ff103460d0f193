// Texts for shells.
#pragma once

#include <string>
#include <string_view>

namespace toptile {

// In single quotes: a quote ends them, stands by itself and begins them anew.
std::string in_quotes(std::string_view text);

}  // namespace toptile
