#pragma once

#include <string_view>

namespace toptile {

// The name and the version of this program, such as "toptile 0.1.0".
std::string_view program_version();

}  // namespace toptile
