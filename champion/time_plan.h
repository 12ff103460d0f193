// How long to think about a move.
#pragma once

#include <chrono>
#include <optional>

namespace toptile::champion {

struct TimeGiven {
  // What is left for this move, or for the game if there is a clock; empty if time is not limited.
  std::optional<std::chrono::milliseconds> left;
  bool is_for_game = false;
  std::chrono::milliseconds increment{0};  // Added to the clock after the move.
  int turns = 1;                           // About how many turns of this seat are left, with this one.
};

// The time after which to answer, counted from the question. It is 0 if there is time for a glance only. Some
// of what is left is always held back: the answer takes time to arrive.
std::optional<std::chrono::milliseconds> time_for_move(const TimeGiven& given);

// About how many turns a seat has with this many tiles to be played by all seats: a turn takes about two and
// a half.
int turns_left(int tiles, int players);

}  // namespace toptile::champion
