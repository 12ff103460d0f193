// How ratings grew: the ratings after the first games, after more games, and so on until all games.
#pragma once

#include <span>

#include "base/json_fields.h"
#include "tournaments/results/game_result.h"
#include "tournaments/standings/standings.h"

namespace toptile {

inline constexpr std::size_t kMostCheckpoints = 60;

// The ratings at kMostCheckpoints places or fewer: {"games": the number of games until there that count,
// "elo", "low", "high": a list for each bot, with null before its first game}. `games` are in the order of
// their numbers. The last place is after all games. If there are many bots, there are fewer places, because
// the time that ratings take grows with bots³.
//
// At all places the zero is that of the last place, as far as its bots have met by then. If `planned` is
// given, intervals hold at every look at a tournament of that many games.
Json rating_history(int bots, int players, std::span<const GameResult> games, const JoinedSets& joined = {},
                    std::optional<std::uint64_t> planned = {});

}  // namespace toptile
