// The tiles that a player is laying, before the move is made: the position of the cursor, the laid tiles, and
// what the rules say about them so far. Nothing here changes the game.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/judge.h"

namespace toptile {

class Laying {
 public:
  // All arguments must outlive this object. The cursor begins in the middle of the board.
  Laying(const Ruleset& rules, const Lexicon& lexicon, const Board& board, const Tiles& rack);

  // Starts another turn: the board and the rack have changed, and no tile is laid. If tiles were laid before,
  // the cursor goes to the first of them.
  void begin_turn();

  Square cursor() const { return cursor_; }
  Direction direction() const { return direction_; }
  void turn() { direction_ = other(direction_); }
  // Moves by this many squares, but not beyond the board's edge.
  void move_cursor(int rows, int columns);
  void go_to(Square square);

  // Lays a tile of the rack on the cursor's square, and steps on along the line. A tile that was laid there
  // before goes back to the rack. If the board already has that letter there, the cursor steps over it: so
  // typing a whole word lays the missing tiles. If the tile cannot be laid, nothing happens, and the sentence
  // says why.
  std::optional<std::string> lay(Face face);
  // Takes the last laid tile back to the rack; the cursor goes to its square. False if no tile is laid.
  bool undo();
  void clear();
  // Lays a play's tiles instead of the laid ones. The play must be possible with this board and rack.
  void take(const Placement& placement);

  // The laid tiles in the order in which they were laid.
  const std::vector<LaidTile>& laid() const { return laid_; }
  bool has_laid(Square square) const;
  Tiles rack() const;   // What is left of the rack.
  Board board() const;  // The board with the laid tiles.

  // What the rules say about the laid tiles; nullopt if there are none.
  std::optional<Judged<Play>> judged() const;

 private:
  void step_on();

  const Ruleset& rules_;
  const Board& board_;
  const Tiles& rack_;
  const Judge judge_;
  Square cursor_;
  Direction direction_ = Direction::across;
  std::vector<LaidTile> laid_;
};

// "MOOD 8 + ON 4 = 12"
std::string words_text(const FormedWords& words, int points, const Alphabet& alphabet);

}  // namespace toptile
