// Makes an error of what the system refused.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/result.h"

namespace toptile {

// "FILE: WHAT: REASON" with the reason of errno, or "FILE: REASON" if `what` is empty.
Error system_error(const std::filesystem::path& file, std::string_view what = {});

}  // namespace toptile
