// The names of an archive's entries, and the targets of its links.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace toptile {

// The parts of a path, without "." and without empty parts: "./a//b/" gives a, b.
std::vector<std::string> parts_of_name(std::string_view name);
std::string joined(const std::vector<std::string>& parts);

// Why an archive may not have an entry of this name, as a sentence that begins with the name, or nullopt. A
// name is relative, goes down only, and is UTF-8 without control characters and backslashes; it has at most
// 1000 bytes, 255 in each part, and at most `most_parts` parts.
std::optional<Error> entry_name_fault(std::string_view name, int most_parts);

// The same for a link of that name. Its target must satisfy leads_inside (bots/bot_files.h).
std::optional<Error> entry_link_fault(std::string_view name, std::string_view target);

// Whether this is something that macOS adds to archives: `__MACOSX/…`, `.DS_Store`, `._NAME`.
bool is_left_by_macos(const std::vector<std::string>& parts);

// "NAME: WHAT"
Error entry_error(std::string_view name, std::string_view what);

}  // namespace toptile
