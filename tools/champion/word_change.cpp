#include "tools/champion/word_change.h"

namespace toptile::champion {

WordChange change_of(const Board& before, const Placement& word) {
  WordChange change;
  int words = 0, run = 0;
  const int size = word.word.size();
  Word letters;
  const auto end_run = [&] {
    if (run >= 2 && ++words == 1) change.before = letters;
    run = 0;
    letters = {};
  };
  for (int i = 0; i < size; ++i) {
    const Square square = step(word.start, word.direction, i);
    if (!before.is_occupied(square)) {
      ++change.added;
      end_run();
      continue;
    }
    if (before.top(square) != word.word[i]) ++change.covered;
    letters.push_back(before.top(square));
    ++run;
  }
  end_run();
  if (words == 0) return change;
  if (words > 1) {
    change.kind = ChangeKind::joined;
    change.before = {};
  } else if (change.covered == 0) {
    change.kind = ChangeKind::longer;
  } else {
    change.kind = change.before.size() == size ? ChangeKind::changed : ChangeKind::both;
  }
  return change;
}

}  // namespace toptile::champion
