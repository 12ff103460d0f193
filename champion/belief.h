// Infers from another seat's last play which tiles it kept: with others it would have found a better play.
#pragma once

#include <functional>
#include <vector>

#include "champion/hidden_tiles.h"
#include "champion/static_player.h"
#include "engine/random.h"

namespace toptile::champion {

struct LastPlay {
  Board before;  // The board before the play.
  Placement placement;
  int bag = 0;   // The tiles in the bag before it.
  int kept = 0;  // The number of tiles that the seat kept.
};

// Draws sets of tiles that the seat may have kept, and weighs each by how well its play compares with the
// best one with those tiles. `unseen` are the tiles that the observer did not see at that time, without those
// of the play. Stops after `most` draws, or when `is_enough` returns true.
std::vector<KeptTiles> infer_kept(const Ruleset& rules, const Lexicon& lexicon, const StaticPlayer& player,
                                  const LastPlay& last, const Tiles& unseen, int most, Random& random,
                                  const std::function<bool()>& is_enough);

}  // namespace toptile::champion
