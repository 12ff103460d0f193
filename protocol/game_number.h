// The number of a game in its tournament, from 1; 0 means no game.
#pragma once

#include <cstdint>

namespace toptile {

// It counts like an integer, but no other number becomes a game's number by accident.
enum GameNumber : std::uint64_t {};

constexpr GameNumber& operator++(GameNumber& game) {
  return game = GameNumber{game + 1};
}
// The text that fmt writes.
constexpr std::uint64_t format_as(GameNumber game) {
  return game;
}

}  // namespace toptile
