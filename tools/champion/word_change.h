// Classifies how a play changes the words on the board.
#pragma once

#include "engine/judge.h"

namespace toptile::champion {

enum class ChangeKind {
  fresh,    // There was no word in its line; single tiles may have been there.
  longer,   // A word was extended at one end or both.
  changed,  // Tiles were laid on a word, which has the same squares.
  both,     // A word was extended, and tiles of the new word were laid on others.
  joined,   // Two or more words became one.
};
inline constexpr std::size_t kChangeKinds = 5;

struct WordChange {
  ChangeKind kind = ChangeKind::fresh;
  Word before;      // The word that was there; empty if the word is fresh or joined.
  int covered = 0;  // Tiles laid on other tiles.
  int added = 0;    // Tiles laid on empty squares.
};

// How a play formed `word`. `before` is the board before the play.
WordChange change_of(const Board& before, const Placement& word);

}  // namespace toptile::champion
