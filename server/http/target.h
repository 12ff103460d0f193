// What we read of a request by ourselves: the path with its query, and the Authorization header.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toptile {

// "/api/v1/pairs/a/b?limit=5", decoded. A part is never empty, "." or "..", and holds no slash, backslash or
// control character, and so it could be a file's name. All texts are UTF-8.
struct Target {
  std::vector<std::string> parts;
  std::map<std::string, std::string> query;
};

inline constexpr std::size_t kMaxTargetLength = 1024;

// Nothing if the text is not a target that we could have: percent signs that stand for nothing, a key that is
// given twice, a path that climbs. A slash at the end is ignored.
std::optional<Target> parse_target(std::string_view text);

// The token of "Bearer TOKEN"; nothing if the header is another one. It need not be a good token.
std::optional<std::string> parse_bearer(std::string_view header);

}  // namespace toptile
