// Bluffs: plays of which a word is not in the lexicon. Where words stand until somebody objects, a bluff that
// is taken back costs little, and one that stands earns what no honest play does.
#pragma once

#include <optional>

#include "champion/weights.h"
#include "engine/board_lines.h"
#include "engine/judge.h"

namespace toptile::champion {

// The play that earns most if nobody looks at its words, as the judge has it; empty if there is none. It
// may break rule 5 and breaks no other. Of equals it lays the most tiles. The ruleset must be one with
// challenges. On boards of up to 11 squares a side no play earns more; on larger ones that is likely, but the
// work is bounded, so that not every play is looked at. The same position has the same answer.
std::optional<Play> best_bluff(const BoardLines& lines, const Tiles& rack);

// What is known in a game of how the others take bluffs.
class Objections {
 public:
  // A game begins, and nothing is known.
  void begin_game() { *this = Objections(); }
  // A move is asked for, after this many plays of the turn were challenged away.
  void take_question(int challenged_away);
  // The answer to the question is a bluff.
  void take_bluff() { is_bluff_open_ = true; }

  // Whether nobody has objected in this game.
  bool may_bluff() const { return !has_objected_; }
  // How much more than an honest move a bluff must be worth. One that is taken back has shown the rack.
  Value least_gain() const;

 private:
  bool is_bluff_open_ = false;  // The last answer was a bluff.
  bool has_stood_ = false;      // A bluff stood.
  bool has_objected_ = false;
};

}  // namespace toptile::champion
