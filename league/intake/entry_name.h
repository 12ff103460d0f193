// The names of what is in an archive, and what links in it lead to.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace toptile {

// The folders of a name and the name itself, without "." and without empty parts: "./a//b/" is a, b.
std::vector<std::string> parts_of_name(std::string_view name);
std::string joined(const std::vector<std::string>& parts);

// Why an archive may not hold something of this name, as a sentence that begins with the name. A name is
// relative, goes down only, and is UTF-8 without control characters and backslashes; it has at most 1000
// bytes, 255 in each part, and at most `most_parts` parts.
std::optional<Error> entry_name_fault(std::string_view name, int most_parts);

// The same for a link of that name. Its target keeps the rule of leads_inside (bots/bot_files.h).
std::optional<Error> entry_link_fault(std::string_view name, std::string_view target);

// Whether macOS added this to the archive, unasked: `__MACOSX/…`, `.DS_Store`, `._NAME`.
bool is_left_by_macos(const std::vector<std::string>& parts);

// "NAME: WHAT"
Error entry_error(std::string_view name, std::string_view what);

}  // namespace toptile
