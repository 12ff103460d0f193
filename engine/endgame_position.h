// A position of an endgame: two seats and an empty bag. Each seat knows that every tile it does not see is on
// the other's rack, so nothing is hidden and nothing is left to chance.
#pragma once

#include <array>
#include <optional>

#include "engine/board.h"
#include "engine/game.h"
#include "engine/tiles.h"

namespace toptile {

struct EndgamePosition {
  explicit EndgamePosition(int size) : board(size) {}

  Board board;
  // The seat to move comes first in each of these.
  std::array<Tiles, 2> racks;
  std::array<int, 2> passes_in_a_row{};     // A seat's passes since any seat did anything else.
  std::array<int, 2> scoreless_in_a_row{};  // A seat's turns since any seat scored.
  int spread = 0;                           // The mover's score less the other's.
};

// Returns nullopt while there are tiles in the bag, while the last play may still be challenged, after the
// game, and unless exactly two seats are still playing.
std::optional<EndgamePosition> endgame_of(const Game& game);

// The same from what seat `own`, which is to move, may see. Returns nullopt if the bag has tiles or the rack
// has none, unless two seats play, and if the position lacks the bag, the unseen tiles, the scores or the
// moves.
std::optional<EndgamePosition> endgame_of(const Position& position, const Ruleset& rules, Seat own,
                                          int players);

}  // namespace toptile
