// How ratings grew: those of the first games, of more of them, and so on to all.
#pragma once

#include <span>

#include "protocol/json_fields.h"
#include "tournaments/results/game_result.h"
#include "tournaments/standings/standings.h"

namespace toptile {

inline constexpr std::size_t kMostCheckpoints = 60;

// At so many places of the games, which stand in the order of their numbers: {"games": those that count,
// "elo", "low", "high": a list for each bot, null before its first game}. Where there are many bots places
// are fewer, as ratings take the time of bots³; the last one is all games.
//
// The zero is that of the last one at all of them, as far as its bots have met by then. `planned`: intervals
// are to hold at every look at so many games.
Json rating_history(int bots, int players, std::span<const GameResult> games, const JoinedSets& joined = {},
                    std::optional<std::uint64_t> planned = {});

}  // namespace toptile
