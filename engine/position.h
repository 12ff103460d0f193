// All that a player may see of a game, and exactly what a position line can hold.
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
  // Each of the following is empty if it is unknown.
  std::vector<int> scores;      // The scores in seat order.
  std::vector<int> racks;       // The number of tiles that each seat holds, in seat order.
  std::optional<int> bag;       // The number of tiles in the bag.
  std::optional<Tiles> unseen;  // Every tile that is neither on the board nor on this rack.
  // The moves that stand, from the first. Other seats' exchanges do not show their tile.
  std::optional<std::vector<Move>> moves;
};

}  // namespace toptile
