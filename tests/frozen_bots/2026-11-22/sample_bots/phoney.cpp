// Phoney: greedy with a straight face. Where a word stands until somebody objects, it also plays words that
// only sound right, made of words that people know, whenever they make more points than any real one. Being
// caught costs no more than the play: the same turn goes on, and then the word is a real one. In all other
// games it is greedy.
#include <memory>

#include "protocol/sdk/cpp/bot.h"
#include "sample_bots/common_words.h"
#include "sample_bots/inflections.h"

namespace {

using namespace toptile;

// What it dares to say, and the plays that can be made of it.
struct Bluff {
  Bluff(const std::string& common, const Ruleset& rules, const Lexicon& lexicon)
      : words(with_inflections(lexicon, known_words(common, rules, lexicon), rules)),
        generator(rules, words) {}

  Lexicon words;
  MoveGenerator generator;
};

Move choose(Thinking& thinking, Bluff* bluff) {
  const Position& position = thinking.position();
  ScoredPlay honest, bold;
  const bool has_honest = thinking.generator().find_best(position.board, position.rack, honest);
  const bool may_bluff = bluff != nullptr && thinking.challenged_away() == 0;
  if (may_bluff && bluff->generator.find_best(position.board, position.rack, bold) &&
      bold.points > honest.points)
    return bold.placement;
  if (!has_honest) return Pass{};
  return honest.placement;
}

}  // namespace

int main() {
  const std::string common = common_words();
  std::unique_ptr<Bluff> bluff;
  const auto prepare = [&](const Ruleset& rules, const Lexicon& lexicon) {
    bluff = rules.has_challenges() ? std::make_unique<Bluff>(common, rules, lexicon) : nullptr;
  };
  return run_bot(
      {.name = "Phoney", .author = "Toptile"},
      [&](Thinking& thinking) { return choose(thinking, bluff.get()); }, {}, prepare);
}
