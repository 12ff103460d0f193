// Moves as a careless bot makes them: nearly right, and refused for any of the reasons there are, or legal by
// luck. Chance decides, and nothing else does: not the order of a lexicon's nodes.
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
  // All must outlive it.
  CarelessMoves(const Ruleset& rules, const Lexicon& lexicon, Random& random)
      : rules_(rules), lexicon_(lexicon), random_(random) {}

  // A legal play with something wrong about it, or a word laid over one that stands; `plays` are the legal
  // ones. It may lie off the board.
  Placement placement(const Board& board, std::span<const ScoredPlay> plays);

  // A move's text with a character changed, added or lost.
  std::string text(std::span<const ScoredPlay> plays);

  // Tiles, most of them from the rack, strewn near a square; one to four.
  std::vector<LaidTile> tiles(const Board& board, const Tiles& rack);

  // A full rack of the tiles of one word, however many of a face there are; empty when a few tries find no
  // word so long.
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
