// Input: a ruleset's JSON. A ruleset is the same after it was written and read, as JSON and on the wire, and
// a game can be begun by its rules.
#include "protocol/ruleset_json.h"

#include "engine/game.h"
#include "protocol/uwi.h"
#include "tests/fuzz/sentence.h"
#include "tests/fuzz/target.h"

using namespace toptile;

namespace {

// A word that any alphabet can spell, so that a lexicon can be built.
Lexicon one_word(const Ruleset& rules) {
  const std::string& text = rules.alphabet().text(0);
  auto built = build_lexicon("one", text + text, rules.alphabet(), rules.size, Capitals::mean_nothing);
  TOPTILE_ASSERT(built && built.value().lexicon.words() == 1);
  return std::move(built).value().lexicon;
}

void check_game(const Ruleset& rules) {
  const Lexicon lexicon = one_word(rules);
  Game game(rules, lexicon, 1, rules.players_max);
  for (const Seat seat : each<Seat>(game.players())) TOPTILE_ASSERT(game.rack(seat).size() == rules.rack);
  const int first = draw_for_first(rules, 1, rules.players_max).first;
  TOPTILE_ASSERT(first >= 0 && first < rules.players_max);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const auto rules = parse_ruleset_json(fuzz::text_of(bytes, size), "rules.json");
  if (!rules) {
    TOPTILE_ASSERT(fuzz::is_one_sentence(rules.error().message));
    return 0;
  }
  const Json written = ruleset_to_json(rules.value());
  const auto again = parse_ruleset_json(json_text(written), "again");
  TOPTILE_ASSERT(again && ruleset_to_json(again.value()) == written);
  TOPTILE_ASSERT(again.value().alphabet() == rules.value().alphabet());
  TOPTILE_ASSERT(again.value().tiles() == rules.value().tiles());

  const std::string line = uwi::format_ruleset(rules.value());
  const auto told = uwi::parse_ruleset(line);
  TOPTILE_ASSERT(told && uwi::format_ruleset(told.value()) == line);
  TOPTILE_ASSERT(told.value().alphabet() == rules.value().alphabet());
  TOPTILE_ASSERT(told.value().tiles() == rules.value().tiles());
  TOPTILE_ASSERT(told.value().plays_with(rules.value().players_max));
  check_game(rules.value());
  return 0;
}
