// The limit of a turn's time in a record.
#pragma once

#include <cstdint>

namespace toptile {

// About thirty years. Sums of such times do not overflow.
inline constexpr std::int64_t kMostTurnMs = 1'000'000'000'000;

}  // namespace toptile
