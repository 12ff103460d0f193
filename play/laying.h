// The tiles that a player is laying, before the move is made: where the cursor stands, what lies where, what
// the rules say of it as it is. Nothing here changes the game.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/judge.h"

namespace toptile {

class Laying {
 public:
  // All must outlive it. The cursor begins in the middle of the board.
  Laying(const Ruleset& rules, const Lexicon& lexicon, const Board& board, const Tiles& rack);

  // The same with another turn's board and rack, nothing laid; the cursor stays where it is.
  void begin_turn();

  Square cursor() const { return cursor_; }
  Direction direction() const { return direction_; }
  void turn() { direction_ = other(direction_); }
  // By so many squares, to the board's edge at most.
  void move_cursor(int rows, int columns);
  void go_to(Square square);

  // Lays a tile of the rack where the cursor stands, in the place of one laid there before, and steps on
  // along the line. The letter that is on the board there is stepped over: typing a whole word lays what it
  // lacks. Otherwise nothing happens, and the sentence says why.
  std::optional<std::string> lay(Face face);
  // Takes the tile laid last back to the rack; the cursor goes to its square. False: there is none.
  bool undo();
  void clear();
  // Lays a play's tiles instead of what is laid. It must be one for this board and rack.
  void take(const Placement& placement);

  const std::vector<LaidTile>& laid() const { return laid_; }  // In the order in which they were laid.
  bool has_laid(Square square) const;
  Tiles rack() const;   // What is left of it.
  Board board() const;  // With what is laid.

  // What the rules say; nothing where no tile is laid.
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
