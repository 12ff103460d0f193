// Positions to ask a bot about, and the judge of its answers. Each is a moment: a game that the engine played
// against itself from a seed, stopped at some turn.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "conformance/finding.h"
#include "conformance/tables.h"
#include "engine/game.h"

namespace toptile::conformance {

// At most `count` moments of one game, evenly spread from the empty board to the last turn. If there are
// moments without a legal play, one of them is added. In none of them is a challenge pending. The table must
// outlive the games.
std::vector<Game> moments_of(const Table& table, int players, std::uint64_t seed, std::size_t count);

// At most `count` moments of one game in which this seat is to move, evenly spread.
std::vector<Game> moments_of_seat(const Table& table, Seat seat, std::uint64_t seed, std::size_t count);

// One moment of each of several games, at different points, with the seats in turn to move.
std::vector<Game> moments_of_games(const Table& table, int count, std::uint64_t seed);

// The failure for a refused answer.
Finding illegal(const Game& game, std::string_view move, const Refusal& refusal);

// Plays the seat's answer. A refused answer returns that failure and leaves the game as it was.
Done play_answer(Game& game, std::string_view move);

}  // namespace toptile::conformance
