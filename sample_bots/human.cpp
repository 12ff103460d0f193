// Human knows only common words, sees only some of the plays, and takes the best of them. It challenges
// implausible words: those that it does not know and that are not made from a word it knows by a prefix or
// suffix. A wrong challenge costs nothing, so doubt is reason enough, but it doubts too little.
#include <algorithm>
#include <memory>

#include <toptile/sdk/bot.h>

#include "common_words.h"
#include "inflections.h"

namespace {

using namespace toptile;

struct Mind {
  Mind(const std::string& common, const Ruleset& rules, const Lexicon& lexicon)
      : known(known_words(common, rules, lexicon)),
        sounding_right(rules.has_challenges() ? with_inflections(known, known, rules) : known),
        generator(rules, known) {}

  Lexicon known, sounding_right;
  MoveGenerator generator;
};

Move choose(Thinking& thinking, Mind& mind) {
  const Position& position = thinking.position();
  const Alphabet& alphabet = thinking.rules().alphabet();
  std::vector<ScoredPlay> plays;
  mind.generator.generate(position.board, position.rack, plays);
  if (plays.empty()) {
    if (thinking.may_exchange()) return Exchange{lowest(position.rack.faces())};
    return Pass{};
  }
  // Sort the plays first, so that the same seed sees the same plays.
  sort_best_first(plays, alphabet);
  thinking.random().shuffle(plays);
  const std::size_t seen = (plays.size() * std::stoul(thinking.option("Sees")) + 99) / 100;
  const auto is_better = [&](const ScoredPlay& a, const ScoredPlay& b) { return is_before(a, b, alphabet); };
  return std::min_element(plays.begin(), plays.begin() + static_cast<std::ptrdiff_t>(seen), is_better)
      ->placement;
}

}  // namespace

int main() {
  const std::string common = common_words();
  std::unique_ptr<Mind> mind;
  return run_bot(
      {.name = "Human",
       .author = "Toptile",
       .options = {{.name = "Sees", .type = "spin", .default_value = "30", .min = 1, .max = 100}}},
      [&](Thinking& thinking) { return choose(thinking, *mind); },
      [&](Thinking& thinking) {
        return has_unknown_word(thinking.position(), thinking.rules(), mind->sounding_right);
      },
      [&](const Ruleset& rules, const Lexicon& lexicon) {
        mind = std::make_unique<Mind>(common, rules, lexicon);
      });
}
