// Moves as a careless bot makes them: nearly right. Between them they are refused for every possible reason,
// and some are legal by luck. They depend on chance alone, and not on the order of a lexicon's nodes.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/lexicon.h"
#include "engine/movegen.h"
#include "engine/random.h"

namespace toptile {

class CarelessMoves {
 public:
  // All three must outlive this object.
  CarelessMoves(const Ruleset& rules, const Lexicon& lexicon, Random& random)
      : rules_(rules), lexicon_(lexicon), random_(random) {}

  // A legal play with one mistake, a word laid over one on the board, or any word anywhere. `plays` are the
  // legal plays. The result may lie off the board.
  Placement placement(const Board& board, std::span<const ScoredPlay> plays);

  // A move's text with one character changed, added or removed.
  std::string text(std::span<const ScoredPlay> plays);

  // One to four tiles, most of them from the rack, scattered near a square.
  std::vector<LaidTile> tiles(const Board& board, const Tiles& rack);

  // A full rack whose tiles spell one word, even if the ruleset has fewer tiles of a face. Empty if a few
  // tries find no word of that length.
  Tiles rack_for_one_word();

 private:
  int below(int bound) { return static_cast<int>(random_.below(static_cast<std::uint64_t>(bound))); }
  Face any_face() { return static_cast<Face>(below(rules_.alphabet().size())); }
  Face one_of(FaceSet faces);
  Square any_square();
  Word any_word();
  Word word_of_length(int length);
  Placement spoiled(Placement placement);
  Placement over_word(const Board& board);

  const Ruleset& rules_;
  const Lexicon& lexicon_;
  Random& random_;
};

}  // namespace toptile
