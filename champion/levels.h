// Weaker champions for people to learn against. A weak player overlooks plays: it sees each with the same
// chance, and makes the one with the highest static value. A strong one sees all plays and looks ahead, with
// few candidates and a node limit.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "champion/static_player.h"
#include "engine/random.h"

namespace toptile::champion {

// How a level plays a move.
struct Strength {
  double seen = 1;          // The share of plays that it sees.
  int candidates = 0;       // The number of plays that the search tries; 0 means that it does not look ahead.
  std::uint64_t nodes = 0;  // The node limit of the search.
  bool looks_ahead() const { return candidates > 0; }
};

// Elo on a scale on which `random` has about 0 and `greedy` about 1570.
inline constexpr int kMinElo = 0;
inline constexpr int kMaxElo = 1940;

// An Elo as it is written, such as "800"; nullopt if it is not one from kMinElo to kMaxElo.
std::optional<int> parse_elo(std::string_view text);

// The strength that was measured to play at this Elo, kMinElo … kMaxElo. Between two strengths that look
// ahead, each move is made with one of the two at random.
Strength strength_of(int elo, Random& random);

// The best of the plays that are seen, by the values from StaticPlayer::generate; a random play if none is
// seen. `plays` must not be empty.
const ValuedPlay& choose_seen(const std::vector<ValuedPlay>& plays, double seen, Random& random);

}  // namespace toptile::champion
