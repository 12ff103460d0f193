// What the engine does, as one number. Games are played by chance out of fixed seeds, and all that the engine
// says of them is hashed: of every position what a seat may see and all plays with their points, what becomes
// of moves as a careless bot makes them, every turn, how endgames are solved within a few nodes, the end,
// scores and ranks.
//
// The number changes when a rule, a score, a draw or a list of plays changes. It does not depend on the order
// in which the generator finds plays, on speed, on the order of a lexicon's nodes, or on the machine.
#pragma once

#include <array>
#include <cstdint>

#include "engine/game.h"

namespace toptile {

struct Signature {
  std::uint64_t value = 0;
  // What went into it.
  std::int64_t positions = 0;                                                      // With a seat to move.
  std::int64_t endgames = 0;                                                       // Solved.
  std::int64_t plays = 0;                                                          // Listed.
  std::array<int, static_cast<std::size_t>(Reason::not_your_turn) + 1> reasons{};  // Refusals, by reason.
  std::array<int, static_cast<std::size_t>(GameEnd::forfeit) + 1> ends{};          // Games, by their end.
};

// Over so many games, of each number of players that the ruleset allows in turn.
Signature signature_of(const Ruleset& rules, const Lexicon& lexicon, int games);

}  // namespace toptile
