// What the moves of a game tell beside the board as it stands.
#pragma once

#include <optional>
#include <vector>

#include "champion/belief.h"
#include "champion/search.h"
#include "engine/position.h"

namespace toptile::champion {

// What a seat knows, from what it was told. Empty if the tiles that it does not see were not told.
std::optional<Situation> situation_of(const Position& position, const Ruleset& rules, Seat own, int players,
                                      bool may_exchange);

// The last play, if it was made by the seat that moved last and the moves were told. Empty if that seat
// drew nothing after it, as nothing is hidden then.
std::optional<LastPlay> last_play_of(const Position& position, const Ruleset& rules, Seat mover);

}  // namespace toptile::champion
