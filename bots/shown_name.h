// Checks names that are shown to people, no matter who chose them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace toptile {

// Returns what is wrong with a text as a player's name, or nullopt. All characters of a name must be visible.
std::optional<std::string> name_fault(std::string_view name);

}  // namespace toptile
