// Rulesets and words for targets that play: the shipped ones that differ most, and two that no edition has.
#pragma once

#include <string>
#include <vector>

#include "engine/lexicon.h"
#include "engine/ruleset.h"
#include "protocol/ruleset_json.h"
#include "tests/fuzz/target.h"

namespace toptile::fuzz {

struct Words {
  Ruleset rules;
  Lexicon lexicon;
};

inline Words with_words(Ruleset rules, std::string_view list) {
  auto built = build_lexicon("few", list, rules.alphabet(), rules.size, Capitals::mean_nothing);
  TOPTILE_ASSERT(built);
  return {std::move(rules), std::move(built).value().lexicon};
}

inline Ruleset own(RulesetFields fields, std::vector<TileKind> tiles) {
  auto rules = Ruleset::make(std::move(fields), std::move(tiles));
  TOPTILE_ASSERT(rules);
  return std::move(rules).value();
}

// A ruleset with symbols of one to four bytes, texts of several letters, and a Q that does not spell QU.
inline Ruleset letters_of_many_bytes() {
  RulesetFields fields;
  fields.name = "many-bytes";
  fields.size = 7;
  fields.rack = 5;
  fields.height = 9;
  return own(fields, {{{"A", "A"}, 9},
                      {{"Ä", "Ä"}, 9},
                      {{"Ж", "SCH"}, 9},
                      {{"€", "CH"}, 9},
                      {{"Q", "Y"}, 9},
                      {{"\"", "QU"}, 9},
                      {{"𐐀", "𐐀"}, 9},
                      {{"ß", "ß"}, 9}});
}

// A ruleset in which everything is as small as possible.
inline Ruleset smallest() {
  RulesetFields fields;
  fields.name = "smallest";
  fields.size = 2;
  fields.rack = 1;
  fields.height = 2;
  fields.players_min = fields.players_max = 1;
  return own(fields, {{{"A", "A"}, 9}, {{"S", "S"}, 9}});
}

inline const std::vector<Words>& all_words() {
  static constexpr std::string_view kEnglish =
      "as at ate eat eats ea en es et in is it ne net nets no on one ons or os qua quas quit re res set so "
      "ta "
      "tan tans te tea teas ten tens ti tin to ton tone tones us ut";
  static const std::vector<Words> all = [] {
    std::string english(kEnglish);
    for (char& character : english) character = character == ' ' ? '\n' : character;
    std::vector<Words> words;
    for (const char* name : {"hasbro", "hasbro-challenge", "solo", "hasbro-all-out", "classic"}) {
      auto rules = shipped_ruleset(name);
      TOPTILE_ASSERT(rules);
      words.push_back(with_words(std::move(rules).value(), english));
    }
    words.push_back(with_words(letters_of_many_bytes(), "aä\nach\nschaß\näsch\nqua\nqua𐐀\n𐐀ä\nßaß\nyqu"));
    words.push_back(with_words(smallest(), "aa\nas\nsa"));
    return words;
  }();
  return all;
}

// Takes a choice among them from the front of a text.
inline const Words& take_words(std::string_view& text) {
  return all_words()[take_choice(text, all_words().size())];
}

}  // namespace toptile::fuzz
