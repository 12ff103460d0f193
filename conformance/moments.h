// Games to ask about: each a moment of a game that the engine played against itself out of a seed, and the
// judge of the answer.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "conformance/finding.h"
#include "conformance/tables.h"
#include "engine/game.h"

namespace toptile::conformance {

// So many moments of one game, evenly spread from the empty board to the last turn; those without any play to
// be made come on top, one of them. No seat is asked about a challenge. The table outlives them.
std::vector<Game> moments_of(const Table& table, int players, std::uint64_t seed, std::size_t count);

// The moments of one game in which this seat is to move.
std::vector<Game> moments_of_seat(const Table& table, int seat, std::uint64_t seed, std::size_t count);

// The failure that a refused answer is.
Finding illegal(const Game& game, std::string_view move, const Refusal& refusal);

// Plays the seat's answer. A refused one is that failure, and leaves the game as it was.
Done play_answer(Game& game, std::string_view move);

}  // namespace toptile::conformance
