// A seat at the table, from 0. Seat 0 moves first.
#pragma once

#include "base/each.h"

namespace toptile {

// Can be used as an index like an int, but no int or other number converts to a seat by accident.
enum Seat : int {};

// The seat that comes next around the table.
constexpr Seat seat_after(Seat seat, int players) {
  return Seat{(seat + 1) % players};
}

// The text that fmt writes.
constexpr int format_as(Seat seat) {
  return seat;
}

}  // namespace toptile
