// The judge: is a play legal on this board with this rack, which words does it form, what is it worth
// (docs/rules.md, "A play is legal when", "Points of a play"). It knows nothing of turns and bags; those are
// the game's.
#pragma once

#include <boost/container/static_vector.hpp>
#include <span>

#include "engine/board.h"
#include "engine/lexicon.h"
#include "engine/move.h"
#include "engine/ruleset.h"

namespace toptile {

using LaidTiles = boost::container::static_vector<LaidTile, kMaxBoardSize>;

struct FormedWord {
  Placement placed;
  int points = 0;
};
// At most one in the line of play and one across each laid tile; the word in the line of play first.
using FormedWords = boost::container::static_vector<FormedWord, kMaxBoardSize + 1>;

struct Play {
  Placement placement;  // As notation has it: across where the play forms words both ways with one tile.
  LaidTiles laid;       // In reading order.
  FormedWords words;
  int points = 0;  // All words, and the bonus for a full rack.
  bool is_all_known =
      true;  // Every word is in the lexicon; only with LexiconRule::challenge it may be false.
};

class Judge {
 public:
  // Both must outlive the judge. The lexicon's alphabet must be the ruleset's.
  Judge(const Ruleset& rules, const Lexicon& lexicon);

  // The first reason that holds, in the order of the Reasons.
  Judged<Play> judge(const Board& board, const Tiles& rack, const Placement& placement) const;

  // The same for tiles as a player lays them, in any order.
  Judged<Play> judge_tiles(const Board& board, const Tiles& rack, std::span<const LaidTile> laid) const;

 private:
  Judged<Play> judge_line(const Board& board, const Tiles& rack, Direction direction, const LaidTiles& laid,
                          const Placement* claimed) const;
  std::optional<Refusal> find_tile_fault(const Board& board, const Tiles& rack,
                                         std::span<const LaidTile> laid) const;
  std::optional<Refusal> find_place_fault(const Board& board, const LaidTiles& laid) const;
  std::optional<Refusal> find_plural_fault(const Board& board, const Play& play) const;
  int points_of(const Board& after, const Placement& word) const;

  const Ruleset& rules_;
  const Lexicon& lexicon_;
};

// The maximal run of occupied squares through a square that is occupied; one or more squares.
Placement run_through(const Board& board, Square square, Direction direction);

// The tiles that a placement lays: where its word differs from the board. All squares must be on the board.
LaidTiles tiles_laid_by(const Board& board, const Placement& placement);

// The board after a judged play.
void lay(Board& board, const LaidTiles& laid);

}  // namespace toptile
