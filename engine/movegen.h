// The move generator finds every legal play of a rack on a board, each once, with its points (docs/rules.md).
//
// It walks the word graph along every line of the board, from every square where a word could begin (after
// Appel and Jacobson, "The World's Fastest Scrabble Program", 1988). Each square has a cross-set: the faces
// that the word across the line allows there. Stacking changes the walk in one way: on an occupied square the
// letter may stay or be covered. Many words begin on free squares, before the line first meets the board.
// Such beginnings are the same wherever they are laid, so they are walked once for all lines.
#pragma once

#include <optional>
#include <vector>

#include "engine/board_lines.h"
#include "engine/move.h"

namespace toptile {

struct ScoredPlay {
  Placement placement;
  int points = 0;
  int tiles_laid = 0;
  friend bool operator==(const ScoredPlay&, const ScoredPlay&) = default;
};

// Whether `a` comes before `b`: by more points, then by fewer tiles laid, then by the notation that is
// smaller byte by byte. The commands list plays in this order, and the greedy bots in every language choose
// the first.
bool is_before(const ScoredPlay& a, const ScoredPlay& b, const Alphabet& alphabet);
void sort_best_first(std::vector<ScoredPlay>& plays, const Alphabet& alphabet);

// Fills `plays` with all legal plays, in no particular order.
void generate_plays(const BoardLines& lines, const Tiles& rack, std::vector<ScoredPlay>& plays);

// The number of plays that generate_plays would give.
int count_plays(const BoardLines& lines, const Tiles& rack);

// Finds the play that sort_best_first would put first. Returns false, and leaves `best` alone, if there is
// none. It searches only where a play could score as many points as the best so far, unless the ruleset
// allows plays worth more than about a thousand points.
bool find_best_play(const BoardLines& lines, const Tiles& rack, ScoredPlay& best);

// Any legal play, or nullopt if there is none.
std::optional<Placement> find_play(const BoardLines& lines, const Tiles& rack);
inline bool has_play(const BoardLines& lines, const Tiles& rack) {
  return find_play(lines, rack).has_value();
}

// The same for whole boards. It keeps the lines of the last board, so each game should have its own
// generator. Two threads must not use it at the same time. Every board must have the ruleset's size and no
// stack higher than it allows.
class MoveGenerator {
 public:
  // Both must outlive the generator. The lexicon's alphabet must be the ruleset's.
  MoveGenerator(const Ruleset& rules, const Lexicon& lexicon) : lines_(rules, lexicon) {}

  void generate(const Board& board, const Tiles& rack, std::vector<ScoredPlay>& plays) {
    lines_.become(board);
    generate_plays(lines_, rack, plays);
  }
  int count(const Board& board, const Tiles& rack) {
    lines_.become(board);
    return count_plays(lines_, rack);
  }
  bool find_best(const Board& board, const Tiles& rack, ScoredPlay& best) {
    lines_.become(board);
    return find_best_play(lines_, rack, best);
  }
  std::optional<Placement> find_play(const Board& board, const Tiles& rack) {
    lines_.become(board);
    return toptile::find_play(lines_, rack);
  }
  bool has_play(const Board& board, const Tiles& rack) { return find_play(board, rack).has_value(); }

 private:
  BoardLines lines_;
};

}  // namespace toptile
