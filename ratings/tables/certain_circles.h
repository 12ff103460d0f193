// Circles of players in which each certainly beats the next, so that no ratings can order them.
#pragma once

#include <span>
#include <vector>

#include "ratings/tables/head_to_head.h"

namespace toptile {

// `winner` scored more against `loser` than an equal would have.
struct CertainWin {
  int winner = 0, loser = 0;
  friend auto operator<=>(const CertainWin&, const CertainWin&) = default;
};

// Compares each pair of players who met, by Student's t over their clusters. All wins that are found hold
// together 95 times in 100, by Holm's rule. They are sorted by winner and loser. `pooled` is
// pooled_inflation.
std::vector<CertainWin> certain_wins(std::span<const HeadToHead> met, double pooled);

// Each player beats the next, and the last beats the first, which has the lowest number.
using Circle = std::vector<int>;

// Finds a shortest circle for each win that is part of any circle. Each circle is listed once, the shortest
// first. Players are 0 … players-1.
std::vector<Circle> circles_of(int players, std::span<const CertainWin> wins);

}  // namespace toptile
