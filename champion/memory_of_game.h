// What the champion derives from a position line with the moves of the game.
#pragma once

#include <optional>
#include <vector>

#include "champion/belief.h"
#include "champion/search.h"
#include "engine/position.h"

namespace toptile::champion {

// What a seat knows from a position. Returns nullopt if the position does not have the unseen tiles.
std::optional<Situation> situation_of(const Position& position, const Ruleset& rules, Seat own, int players,
                                      bool may_exchange);

// The last play, if `mover` made it and the position has the moves. Returns nullopt if the bag is empty, as
// the seat may then have drawn fewer tiles than it laid, and if the moves do not lead to the board from an
// empty one.
std::optional<LastPlay> last_play_of(const Position& position, const Ruleset& rules, Seat mover);

}  // namespace toptile::champion
