// Phoney is a Greedy that bluffs. If words stand until challenged, it also plays words that are only
// plausible, made from words that people know, whenever they score more points than any real one. Being
// caught costs only the play: the same turn continues, and then it plays a real word. In all other games it
// plays like Greedy.
#include <memory>

#include <toptile/sdk/bot.h>

#include "common_words.h"
#include "inflections.h"

namespace {

using namespace toptile;

// The words that it dares to play, and a generator of plays with them.
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
