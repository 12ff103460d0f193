// The result of a game of two as one number, so that a million results can be read quickly. It is computed
// from the game's record, and can be recomputed from it.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "ratings/results/game_result.h"

namespace toptile {

// The entrants are 0 and 1, nobody was withdrawn, and points are less than 2^26 in size (kMaxPackedPoints).
std::int64_t packed(const GameResult& result);
// The result, with this id. It is an error if `packed` is not a packed result.
Result<GameResult> unpacked(std::int64_t packed, std::uint32_t id);

inline constexpr std::int32_t kMaxPackedPoints = (1 << 26) - 1;

}  // namespace toptile
