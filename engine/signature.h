// The engine's behaviour as one number. Random games are played from fixed seeds, and all that the engine
// computes in them is hashed: what a seat may see of every position, all plays with their points, the answers
// to careless moves, every turn, endgames solved within a few nodes, the end, the scores and the ranks.
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
  // How much was hashed.
  std::int64_t positions = 0;  // Positions with a seat to move.
  std::int64_t endgames = 0;   // Endgames that were solved.
  std::int64_t plays = 0;      // Plays that were listed.
  std::array<int, static_cast<std::size_t>(Reason::not_your_turn) + 1> reasons{};  // Refusals, by reason.
  std::array<int, static_cast<std::size_t>(GameEnd::forfeit) + 1> ends{};          // Games, by their end.
};

// Plays `games` games, cycling through all numbers of players that the ruleset allows.
Signature signature_of(const Ruleset& rules, const Lexicon& lexicon, int games);

}  // namespace toptile
