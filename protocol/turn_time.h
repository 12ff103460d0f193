// What a record may say of the time of a turn.
#pragma once

#include <cstdint>

namespace toptile {

inline constexpr std::int64_t kMostTurnMs = 1'000'000'000'000;  // Thirty years; sums of them stay numbers.

}  // namespace toptile
