// The prior of the ratings: virtual ties beside the games.
#pragma once

#include <span>
#include <vector>

#include "tournaments/results/ranked_game.h"

namespace toptile {

// A player has so many virtual ties against others, on the average over all players. They are spread evenly
// over its own games. A tie of three or four is one against each of the others, and counts as two or three.
// If it counted as one, it would draw large games closer together than games of two.
class PriorTies {
 public:
  // How many games each player has.
  PriorTies(std::span<const int> games, double ties);

  // The number of virtual games beside the game in which all its players have the same rank.
  double of(const RankedGame& game) const;

 private:
  std::vector<double> a_game_;  // One a player.
};

}  // namespace toptile
