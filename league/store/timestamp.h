// Parses and formats timestamps. A timestamp is in milliseconds since 1970 in UTC, as everywhere in a league.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace toptile {

// Parses "2026-12-18T23:59:00+01:00" (RFC 3339 without fractions of a second). The seconds are optional. The
// zone is not: it is Z, or the offset from UTC in hours and minutes. Years are 1970 … 9999.
std::optional<std::int64_t> parse_timestamp(std::string_view text);

// Writes "2026-12-18T22:59:00Z". Milliseconds are dropped.
std::string utc_text(std::int64_t timestamp);

// Writes "2026-12-18 22:59:00 UTC", for people.
std::string readable_utc(std::int64_t timestamp);

}  // namespace toptile
