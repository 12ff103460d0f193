// Moments as texts. A moment is a number of milliseconds since 1970 in UTC, as everywhere in a league.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace toptile {

// Reads "2026-12-18T23:59:00+01:00" (RFC 3339, without parts of a second). The seconds may be left out. The
// zone may not: it is Z, or the hours and minutes that the clock there is ahead of UTC. Years are 1970 …
// 9999.
std::optional<std::int64_t> parse_moment(std::string_view text);

// Writes "2026-12-18T22:59:00Z". Milliseconds are cut off.
std::string utc_text(std::int64_t moment);

// Writes "2026-12-18 22:59:00 UTC", for people.
std::string readable_utc(std::int64_t moment);

}  // namespace toptile
