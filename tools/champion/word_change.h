// What a play makes of the words that were on the board.
#pragma once

#include "engine/judge.h"

namespace toptile::champion {

enum class ChangeKind {
  fresh,    // None of its squares were part of a word in its direction.
  longer,   // A word, with tiles before or behind it.
  changed,  // A word, on the same squares, with other tiles on top.
  both,     // A word that was made longer and changed.
  joined,   // Two words or more in one.
};
inline constexpr std::size_t kChangeKinds = 5;

struct WordChange {
  ChangeKind kind = ChangeKind::fresh;
  Word before;      // The word that was there; empty if the word is fresh or joined.
  int covered = 0;  // Tiles laid on others, in the word.
  int added = 0;    // Tiles laid on empty squares, in the word.
};

// What a word that a play forms was before the play. The board is that before the play.
WordChange change_of(const Board& before, const Placement& word);

}  // namespace toptile::champion
