// What both databases can keep. Each takes values that the other one refuses or changes.
#pragma once

#include <cstddef>
#include <optional>

#include "base/result.h"
#include "league/store/database.h"

namespace toptile {

// PostgreSQL sends bytes as hexadecimal digits, and cannot send a gigabyte in one piece.
inline constexpr std::size_t kMostBytesOfValue = 500'000'000;

// The first value that cannot be kept: a text that is not UTF-8 or contains a NUL, a real that is no number,
// or more than kMostBytesOfValue.
std::optional<Error> values_fault(const SqlValues& values);

}  // namespace toptile
