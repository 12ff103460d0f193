// Openings: moves that a game begins with and that no player chose. They are plays and passes in turn order,
// from seat 0 on. The bag is arranged so that each seat holds the tiles of its plays in time; everything else
// follows from the seed as usual (docs/protocol.md, "Determinism").
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/lexicon.h"
#include "engine/move.h"
#include "engine/ruleset.h"

namespace toptile {

using Opening = std::vector<Move>;

struct OpeningFault {
  std::size_t move = 0;  // The index of the invalid move.
  std::string text;      // The reason, as part of a sentence.
};

// The bag before the first draw. If a move of the opening cannot be played, that move and all later ones get
// no tiles.
std::vector<Face> arranged_bag(const Ruleset& rules, const Lexicon& lexicon, std::uint64_t seed, int players,
                               std::span<const Move> opening);

// The first move that cannot be part of an opening, whatever the seed; nullopt if the bag can be arranged for
// all moves. The words must be in the lexicon under every ruleset, and the bag must not become empty.
std::optional<OpeningFault> opening_fault(const Ruleset& rules, const Lexicon& lexicon, int players,
                                          std::span<const Move> opening);

// The opening as the turns of a game: if plays can be challenged, every other seat accepts them.
std::vector<Move> turns_of_opening(const Ruleset& rules, int players, std::span<const Move> opening);

}  // namespace toptile
