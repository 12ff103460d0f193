// Judges a move in a position without its game. Plays are judged completely, exchanges and passes as far as
// the position allows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/judge.h"
#include "engine/move.h"
#include "engine/position.h"
#include "engine/ruleset.h"

namespace toptile {

struct MoveVerdict {
  int points = 0;
  std::vector<std::string> words;  // A legal play's words as spelled, the one in the line of play first.
  std::optional<Refusal> refusal;  // Empty if the move is legal.
};

// A pass is always legal. An exchange is legal if the rack has the tile and the bag may have one. If the
// position has no `bag`, the bag is assumed to hold all tiles that no seat is known to hold. A challenge or
// an accept is refused, as no play is in doubt.
MoveVerdict judge_move(const Position& position, const Move& move, const Judge& judge, const Ruleset& rules);

}  // namespace toptile
