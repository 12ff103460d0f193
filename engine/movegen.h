// The move generator: every legal play of a rack on a board, each once, with its points (docs/rules.md).
//
// It walks the word graph along every line of the board from every square where a word could begin (after
// Appel and Jacobson, "The World's Fastest Scrabble Program", 1988), with a cross-set a square: the faces
// that the word across the line allows there. Stacking changes the walk in one place: on an occupied square
// the letter may stay, or be covered. The beginnings of words that lie on free squares before a line first
// meets the board are the same wherever they are laid, so they are walked once for all lines.
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

// Most points first, then fewest tiles laid, then the notation smallest byte by byte: the order in which the
// commands list plays, and the choice of the greedy bots in every language.
bool is_before(const ScoredPlay& a, const ScoredPlay& b, const Alphabet& alphabet);
void sort_best_first(std::vector<ScoredPlay>& plays, const Alphabet& alphabet);

// Fills `plays`, in no particular order.
void generate_plays(const BoardLines& lines, const Tiles& rack, std::vector<ScoredPlay>& plays);

// As many plays as generate_plays would give.
int count_plays(const BoardLines& lines, const Tiles& rack);

// The play that sort_best_first would put first; false, and `best` left alone, when there is none. Looks only
// where a play could come to as many points as the best so far, unless a play of the ruleset could be worth
// more than about a thousand points.
bool find_best_play(const BoardLines& lines, const Tiles& rack, ScoredPlay& best);

// Any legal play, where there is one.
std::optional<Placement> find_play(const BoardLines& lines, const Tiles& rack);
inline bool has_play(const BoardLines& lines, const Tiles& rack) {
  return find_play(lines, rack).has_value();
}

// The same of boards that are given whole. Keeps the lines of the last one, so that one generator should
// serve one game. Not for two threads at a time. Every board must be of the ruleset's size, and no
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
