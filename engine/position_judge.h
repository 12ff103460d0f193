// What the rules say of a move where a position is all that is known, and no game: plays are judged whole, of
// exchanges and passes as much as the position tells.
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
  std::vector<std::string> words;  // Of a legal play, as spelled, the one in the line of play first.
  std::optional<Refusal> refusal;  // Nothing: the move is legal.
};

// A pass is always legal; an exchange when the rack has the tile and the bag may have one, which without
// `bag` holds what no seat is known to hold. A challenge or an accept is refused: there is no play in doubt.
MoveVerdict judge_move(const Position& position, const Move& move, const Judge& judge, const Ruleset& rules);

}  // namespace toptile
