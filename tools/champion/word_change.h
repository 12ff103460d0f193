// Classifies how a play changes the words on the board.
#pragma once

#include "engine/judge.h"

namespace toptile::champion {

enum class ChangeKind {
  fresh,    // None of its squares was part of a word in its direction.
  longer,   // A word with tiles added before or after it.
  changed,  // A word on the same squares, with other tiles on top.
  both,     // A word that was made longer and changed.
  joined,   // Two or more words joined into one.
};
inline constexpr std::size_t kChangeKinds = 5;

struct WordChange {
  ChangeKind kind = ChangeKind::fresh;
  Word before;      // The word that was there; empty if the word is fresh or joined.
  int covered = 0;  // Tiles of the word laid on others.
  int added = 0;    // Tiles of the word laid on empty squares.
};

// The change by which a play formed `word`. `before` is the board before the play.
WordChange change_of(const Board& before, const Placement& word);

}  // namespace toptile::champion
