// The values that both databases can store unchanged. Each accepts some that the other one refuses or
// changes.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.h"
#include "league/database/database.h"

namespace toptile {

// PostgreSQL sends bytes as hexadecimal digits, and cannot send a gigabyte in one piece.
inline constexpr std::size_t kMaxBytesOfValue = 500'000'000;

// The first value that cannot be kept: a text that is not UTF-8 or contains a NUL, a real that is not a
// number, or more than kMaxBytesOfValue.
std::optional<Error> values_fault(const SqlValues& values);

// A connection forgets its statements when it has so many. A league has a third of this.
inline constexpr std::size_t kMaxStatements = 300;

// Allows looking up a text without copying it.
struct SqlTextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};

template <class Statement>
using StatementsByText = std::unordered_map<std::string, Statement, SqlTextHash, std::equal_to<>>;

}  // namespace toptile
