// Weaker champions, for people to grow with. A weak player overlooks plays: each is seen with the same
// chance, and the one of most static value is made. It does not look ahead.
#pragma once

#include <vector>

#include "champion/static_player.h"
#include "engine/random.h"

namespace toptile::champion {

// How a level plays.
struct Strength {
  double seen = 1;  // The share of plays that it sees.
};

// Elo on a scale on which `random` has about 0 and `greedy` about 1570.
inline constexpr int kLeastElo = 0;
inline constexpr int kMostElo = 1800;

// The strength that was measured to play at this Elo, kLeastElo … kMostElo.
Strength strength_of(int elo);

// The best of the plays that are seen, of the values that StaticPlayer::generate gave; a play by lot if none
// is seen. There must be a play.
const ValuedPlay& choose_seen(const std::vector<ValuedPlay>& plays, double seen, Random& random);

}  // namespace toptile::champion
