// Names that are shown to people, whoever chose them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace toptile {

// What is wrong with a text as a player's name, if anything is: a name is shown, and so is what can be seen.
std::optional<std::string> find_name_fault(std::string_view name);

}  // namespace toptile
