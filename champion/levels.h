// Weaker champions, for people to grow with. A weak player overlooks plays: each is seen with the same
// chance, and the one of most static value is made. A strong one sees all and looks ahead, with few
// candidates and a limit in nodes.
#pragma once

#include <cstdint>
#include <vector>

#include "champion/static_player.h"
#include "engine/random.h"

namespace toptile::champion {

// How a level plays a move.
struct Strength {
  double seen = 1;          // The share of plays that it sees.
  int candidates = 0;       // The plays that are tried in a search; 0: it does not look ahead.
  std::uint64_t nodes = 0;  // The limit of the search.
  bool looks_ahead() const { return candidates > 0; }
};

// Elo on a scale on which `random` has about 0 and `greedy` about 1570.
inline constexpr int kMinElo = 0;
inline constexpr int kMaxElo = 1940;

// The strength that was measured to play at this Elo, kMinElo … kMaxElo. Between two strengths that look
// ahead, each move is made with one of the two at random.
Strength strength_of(int elo, Random& random);

// The best of the plays that are seen, of the values that StaticPlayer::generate gave; a play at random if
// none is seen. There must be a play.
const ValuedPlay& choose_seen(const std::vector<ValuedPlay>& plays, double seen, Random& random);

}  // namespace toptile::champion
