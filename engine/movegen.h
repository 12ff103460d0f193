// The move generator: every legal play of a rack on a board, each once, with its points (docs/rules.md).
//
// It walks the word graph along every line of the board from every square where a word could begin (after
// Appel and Jacobson, "The World's Fastest Scrabble Program", 1988), with a cross-set a square: the faces
// that the word across the line allows there. Stacking changes the walk in one place: on an occupied square
// the letter may stay, or be covered.
#pragma once

#include <array>
#include <vector>

#include "engine/board.h"
#include "engine/lexicon.h"
#include "engine/move.h"
#include "engine/ruleset.h"

namespace toptile {

struct ScoredPlay {
  Placement placement;
  int points = 0;
  int tiles_laid = 0;
};

// Most points first, then fewest tiles laid, then the notation smallest byte by byte: the order in which the
// commands list plays, and the choice of the greedy bots in every language.
bool is_before(const ScoredPlay& a, const ScoredPlay& b, const Alphabet& alphabet);
void sort_best_first(std::vector<ScoredPlay>& plays, const Alphabet& alphabet);

// Keeps the cross-sets of the last board it saw and works out anew only those of the lines that changed, so
// that one generator should serve one game. Not for two threads at a time.
class MoveGenerator {
 public:
  // Both must outlive the generator. The lexicon's alphabet must be the ruleset's.
  MoveGenerator(const Ruleset& rules, const Lexicon& lexicon);

  // Fills `plays`, in no particular order. The board must be of the ruleset's size.
  void generate(const Board& board, const Tiles& rack, std::vector<ScoredPlay>& plays);

  // The play that sort_best_first would put first; false, and `best` left alone, when there is none.
  bool find_best(const Board& board, const Tiles& rack, ScoredPlay& best);

  // Whether there is a legal play.
  bool has_play(const Board& board, const Tiles& rack);

 private:
  template <class Sink>
  friend class LineWalk;

  // What a line's walk must know of a square; the cross word is the one at right angles to the line.
  struct Cell {
    FaceSet allowed =
        0;  // The faces that may be laid here: the cross-set, less the top tile's; none on a full stack.
    int cross_points = 0;     // Of the cross word with a tile laid here,
    int cross_qu_points = 0;  // and with the Qu tile.
    Face top = 0;
    std::uint8_t height = 0;
    bool has_cross = false;    // A tile laid here forms a cross word.
    bool only_adds_s = false;  // An S laid here does to the cross word what rule 7 forbids.
    bool is_anchor = false;    // A tile laid here satisfies rule 3 by itself.
    bool ends_word = false;    // The square is the last of a run of two or more: there rule 6 is looked at.
  };
  using Line = std::array<Cell, kMaxBoardSize + 1>;  // With an empty square at its end.

  // Brings the lines up to date with a board.
  void look_at(const Board& board);
  void look_at_line(Direction direction, int line, const Board& board);
  bool is_line_seen(Direction direction, int line, const Board& board) const;
  template <class Sink>
  void walk(const Board& board, const Tiles& rack, Sink sink);
  Cell& cell(Direction direction, Square square) {
    return direction == Direction::across
               ? lines_[0][static_cast<std::size_t>(square.row)][static_cast<std::size_t>(square.column)]
               : lines_[1][static_cast<std::size_t>(square.column)][static_cast<std::size_t>(square.row)];
  }

  const Ruleset& rules_;
  const Lexicon& lexicon_;
  Board seen_;                                              // The board that the lines tell of,
  bool has_seen_ = false;                                   // once there was one.
  std::array<std::array<Line, kMaxBoardSize>, 2> lines_{};  // By direction, then row or column.
};

}  // namespace toptile
