// Circles of players of whom each beats the next, where that is certain: no ratings can have them in an
// order.
#pragma once

#include <span>
#include <vector>

#include "tournaments/ratings/head_to_head.h"

namespace toptile {

// `winner` scored more against `loser` than an equal would have.
struct CertainWin {
  int winner = 0, loser = 0;
  friend auto operator<=>(const CertainWin&, const CertainWin&) = default;
};

// Each two who met are compared by Student's t over their clusters, and all that is said holds at once 95
// times in 100, by Holm's rule. They are in the order of winner and loser. `pooled` is pooled_inflation
// (model_fit.h).
std::vector<CertainWin> certain_wins(std::span<const HeadToHead> met, double pooled);

// Each one beats the next and the last one beats the first, who has the lowest number.
using Circle = std::vector<int>;

// Finds for each win that is part of a circle one of the shortest that it is part of; each circle once, the
// shortest first. Players are 0 … players-1.
std::vector<Circle> circles_of(int players, std::span<const CertainWin> wins);

}  // namespace toptile
