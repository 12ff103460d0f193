// The prior of the ratings: virtual ties beside the games.
#pragma once

#include <span>
#include <vector>

#include "tournaments/results/ranked_game.h"

namespace toptile {

// A player has `ties` virtual ties against others, as the mean over all players. They are spread evenly over
// its own games. A tie of three or four is one against each of the others, and counts as two or three. If it
// counted as one, it would draw large games closer together than games of two.
class PriorTies {
 public:
  // `games` says how many games each player has.
  PriorTies(std::span<const int> games, double ties);

  // The number of virtual games, in which all its players have the same rank, that are added to the game.
  double of(const RankedGame& game) const;

 private:
  std::vector<double> a_game_;  // Each player's ties for one of its games.
};

}  // namespace toptile
