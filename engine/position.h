// What a player may see of a game: the one position line of protocol and commands tells exactly this.
#pragma once

#include <optional>
#include <vector>

#include "engine/board.h"
#include "engine/move.h"
#include "engine/tiles.h"

namespace toptile {

struct Position {
  explicit Position(int size) : board(size) {}

  Board board;
  Tiles rack;
  // Whatever follows is unknown when it was not told.
  std::vector<int> scores;      // In seat order.
  std::vector<int> racks;       // Tiles held, in seat order.
  std::optional<int> bag;       // Tiles in the bag.
  std::optional<Tiles> unseen;  // Every tile neither on the board nor on this rack.
  std::optional<std::vector<Move>>
      moves;  // Those that stand, from the first; others' exchanges without their tile.
};

}  // namespace toptile
