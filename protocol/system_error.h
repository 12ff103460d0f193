// What the system refused, as an error.
#pragma once

#include <filesystem>
#include <string_view>

#include "engine/result.h"

namespace toptile {

// "FILE: WHAT: REASON", the reason being that of errno; "FILE: REASON" where there is nothing else to say.
Error system_error(const std::filesystem::path& file, std::string_view what = {});

}  // namespace toptile
