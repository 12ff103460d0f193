// Bluffs: plays with a word that is not in the lexicon. Where words stand until challenged, a bluff that is
// taken back costs little, and one that stands earns more than any honest play.
#pragma once

#include <optional>

#include "champion/weights.h"
#include "engine/board_lines.h"
#include "engine/judge.h"

namespace toptile::champion {

// The play that earns most if its words are not checked, as the judge returns it; nullopt if there is none.
// It may break rule 5 and no other. Among equals it lays the most tiles. The ruleset must have challenges. On
// boards of up to 11 squares a side no play earns more; on larger ones that is likely but not certain,
// because the work is bounded. The same position always gives the same answer.
std::optional<Play> best_bluff(const BoardLines& lines, const Tiles& rack);

// Tracks in a game how the other seats respond to bluffs.
class Objections {
 public:
  // A game begins, and nothing is known.
  void begin_game() { *this = Objections(); }
  // The referee asks for a move, after this many plays of the turn were challenged away.
  void take_question(int challenged_away);
  // The answer to the question is a bluff.
  void take_bluff() { is_bluff_open_ = true; }

  // Whether no seat has objected in this game.
  bool may_bluff() const { return !has_objected_; }
  // How much more than an honest move a bluff must be worth. A bluff that is taken back reveals tiles of the
  // rack.
  Value least_gain() const;

 private:
  bool is_bluff_open_ = false;  // The last answer was a bluff.
  bool has_stood_ = false;      // A bluff stood.
  bool has_objected_ = false;
};

}  // namespace toptile::champion
