// A position of an endgame: two seats, an empty bag. Each of them knows every tile that it does not see to be
// the other's, so that nothing is hidden and nothing is left to chance.
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
  // The one who is to move first, in each of these.
  std::array<Tiles, 2> racks;
  std::array<int, 2> passes_in_a_row{};     // Its own, since anybody did anything else;
  std::array<int, 2> scoreless_in_a_row{};  // its turns, since anybody scored.
  int spread = 0;                           // The mover's score less the other's.
};

// Nothing while there are tiles in the bag, while the last play may still be challenged, after the game, and
// where not just two seats are playing.
std::optional<EndgamePosition> endgame_of(const Game& game);

}  // namespace toptile
