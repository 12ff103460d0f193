// The judge decides whether a play is legal on a board with a rack, which words it forms, and what it is
// worth (docs/rules.md, "A play is legal when", "Points of a play"). It knows nothing about turns and bags,
// which belong to the game.
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
// There is at most one word in the line of play, and one across it for each laid tile. The word in the line
// of play comes first.
using FormedWords = boost::container::static_vector<FormedWord, kMaxBoardSize + 1>;

struct Play {
  Placement placement;  // The play as notation has it: across if one tile forms words both ways.
  LaidTiles laid;       // The laid tiles in reading order.
  FormedWords words;
  int points = 0;            // The points of all words, and the bonus for a full rack.
  bool is_all_known = true;  // Whether every word is in the lexicon; false only with LexiconRule::challenge.
};

class Judge {
 public:
  // Both must outlive the judge. The lexicon's alphabet must be the ruleset's.
  Judge(const Ruleset& rules, const Lexicon& lexicon);

  // Judges a play as notation names it. A refusal gives the first reason that applies, in the order of
  // `Reason`.
  Judged<Play> judge(const Board& board, const Tiles& rack, const Placement& placement) const;

  // Judges tiles as a player lays them, in any order.
  Judged<Play> judge_tiles(const Board& board, const Tiles& rack, std::span<const LaidTile> laid) const;

 private:
  Judged<Play> judge_line(const Board& board, const Tiles& rack, Direction direction, const LaidTiles& laid,
                          const Placement* claimed) const;
  std::optional<Refusal> tile_fault(const Board& board, const Tiles& rack,
                                    std::span<const LaidTile> laid) const;
  std::optional<Refusal> place_fault(const Board& board, const LaidTiles& laid) const;
  std::optional<Refusal> plural_fault(const Board& board, const Play& play) const;
  int points_of(const Board& after, const Placement& word) const;

  const Ruleset& rules_;
  const Lexicon& lexicon_;
};

// The longest run of occupied squares through an occupied square. It has one square or more.
Placement run_through(const Board& board, Square square, Direction direction);

// The tiles that a placement lays, which are those where its word differs from the board. All squares must be
// on the board.
LaidTiles tiles_laid_by(const Board& board, const Placement& placement);

// Lays the tiles of a judged play on the board.
void lay(Board& board, const LaidTiles& laid);

}  // namespace toptile
