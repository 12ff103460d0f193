// Checks names that are shown to people, no matter who chose them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace toptile {

// Returns what is wrong with a text as a player's name, or nullopt. A name has 1 to 500 bytes, which are
// visible characters and spaces.
std::optional<std::string> name_fault(std::string_view name);

}  // namespace toptile
