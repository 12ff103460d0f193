// The numbers that identify the games and the bots of a tournament.
#pragma once

#include <cstdint>

#include "base/each.h"

namespace toptile {

// The number of a game in its tournament, from 1; 0 means no game. It counts like an integer, but no other
// number converts to it by accident.
enum GameNumber : std::uint64_t {};

constexpr GameNumber& operator++(GameNumber& game) {
  return game = GameNumber{game + 1};
}

// A bot of a tournament: its index in the plan's list, from 0.
enum Entrant : int {};

// The texts that fmt writes.
constexpr std::uint64_t format_as(GameNumber game) {
  return game;
}
constexpr int format_as(Entrant entrant) {
  return entrant;
}

}  // namespace toptile
