// Plays with which a seat lays all its tiles. In an endgame such a play ends the game, so it bounds what the
// other seat can gain by a move before it, if that move leaves the play unchanged.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "engine/board_lines.h"
#include "engine/movegen.h"

namespace toptile {

class LastPlays {
 public:
  // Selects the plays that lay the whole rack on this board. `plays` are all its plays.
  void find(const Board& board, const Tiles& rack, const std::vector<ScoredPlay>& plays);

  bool empty() const { return plays_.empty(); }
  // The points of the best one.
  int points() const { return plays_.front().points; }
  // The points of the best one that is still legal, with the same points, after another seat's play on the
  // same board. Empty if the play may change all of them. `board` is the board that both are laid on.
  std::optional<int> points_after(const Board& board, const Placement& placement) const;

 private:
  // The squares that a play depends on: those of its words, and the next one at each end of a word. A tile on
  // any other square changes neither the words, nor their points, nor whether the play touches a tile.
  using Squares = std::array<Places, kMaxBoardSize>;  // The places of each row.
  struct Play {
    int points = 0;
    Squares squares{};
  };

  static Squares squares_of(const Board& board, const Placement& placement);

  std::vector<Play> plays_;  // The best first.
};

}  // namespace toptile
