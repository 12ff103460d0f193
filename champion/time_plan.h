// Decides how long to think about a move.
#pragma once

#include <chrono>
#include <optional>

namespace toptile::champion {

struct TimeGiven {
  // The time left for this move, or for the game if there is a clock; empty if time is unlimited.
  std::optional<std::chrono::milliseconds> left;
  bool is_for_game = false;
  std::chrono::milliseconds increment{0};  // Added to the clock after the move.
  int turns = 1;  // The approximate number of turns that this seat has left, including this one.
};

// The time after which to answer, counted from the question; 0 if there is only time for Search::glance, and
// nullopt if time is unlimited. Some time is always held back, because the answer takes time to arrive.
std::optional<std::chrono::milliseconds> time_for_move(const TimeGiven& given);

// The approximate number of turns that a seat has left if all seats together have this many tiles to play:
// about two and a half tiles per turn.
int turns_left(int tiles, int players);

}  // namespace toptile::champion
