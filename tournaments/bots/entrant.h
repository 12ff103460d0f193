// A bot of a tournament: its place in the plan's list, from 0.
#pragma once

#include "base/each.h"

namespace toptile {

// It is an index like an int, but no other number becomes an entrant by accident.
enum Entrant : int {};

// The text that fmt writes.
constexpr int format_as(Entrant entrant) {
  return entrant;
}

}  // namespace toptile
