// Helpers with which the engine's tests describe their scenes: a ruleset, a word list, and a table with a
// board on which plays in the notation are laid.
#pragma once

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/board.h"
#include "engine/judge.h"
#include "engine/lexicon.h"
#include "engine/move.h"
#include "engine/ruleset.h"
#include "protocol/ruleset_json.h"
#include "tests/places.h"

namespace toptile {

inline const Ruleset& shipped(const std::string& name) {
  static std::map<std::string, Ruleset> rulesets;
  const auto found = rulesets.find(name);
  if (found != rulesets.end()) return found->second;
  auto rules = shipped_ruleset(name);
  BOOST_REQUIRE_MESSAGE(rules, "the ruleset " << name << " ships");
  return rulesets.emplace(name, std::move(rules).value()).first->second;
}

// Reads a line such as "A7 B3 Q1=QU Ä2".
inline std::vector<TileKind> tile_kinds(std::string_view line) {
  std::vector<TileKind> kinds;
  std::istringstream words{std::string(line)};
  for (std::string word; words >> word;) {
    const std::size_t digit = word.find_first_of("0123456789"), equals = word.find('=');
    const std::string symbol = word.substr(0, digit);
    const std::string text = equals == std::string::npos ? symbol : word.substr(equals + 1);
    kinds.push_back({{symbol, text}, std::stoi(word.substr(digit))});
  }
  return kinds;
}

inline Ruleset own_ruleset(const std::string& name, std::string_view tiles,
                           const std::function<void(RulesetFields&)>& change) {
  RulesetFields fields;
  fields.name = name;
  change(fields);
  auto rules = Ruleset::make(fields, tile_kinds(tiles));
  BOOST_REQUIRE_MESSAGE(rules, "the test's ruleset is valid: " << (rules ? "" : rules.error().message));
  return std::move(rules).value();
}

// A shipped ruleset with some fields changed.
inline Ruleset changed(const std::string& name, const std::function<void(RulesetFields&)>& change) {
  const Ruleset& base = shipped(name);
  RulesetFields fields = base;
  change(fields);
  std::vector<TileKind> tiles;
  for (Face face = 0; face < base.alphabet().size(); ++face) {
    tiles.push_back({{base.alphabet().symbol(face), base.alphabet().text(face)}, base.tiles().count(face)});
  }
  auto rules = Ruleset::make(fields, tiles);
  BOOST_REQUIRE_MESSAGE(rules, "the test's ruleset is valid: " << (rules ? "" : rules.error().message));
  return std::move(rules).value();
}

// A lexicon of words that are separated by white space.
inline Lexicon lexicon_of(const Ruleset& rules, const std::string& words) {
  std::istringstream stream(words);
  std::string list;
  for (std::string word; stream >> word;) list += word + "\n";
  auto built = build_lexicon("test", list, rules.alphabet(), rules.size);
  BOOST_REQUIRE_MESSAGE(built, "the test's word list builds: " << (built ? "" : built.error().message));
  return std::move(built).value().lexicon;
}

// A list of tests/data/words, one word a line.
inline std::string word_list(const std::string& file) {
  std::ifstream stream(source_file("tests/data/words/") + file);
  std::stringstream text;
  text << stream.rdbuf();
  BOOST_REQUIRE_MESSAGE(!text.str().empty(), "tests/data/words/" << file << " is there");
  return text.str();
}

inline Tiles tiles_of(const Ruleset& rules, std::string_view symbols) {
  auto tiles = rules.alphabet().parse_tiles(symbols);
  BOOST_REQUIRE_MESSAGE(tiles, "the tiles of the test are the ruleset's: " << symbols);
  return tiles.value();
}

inline Move move_of(const Ruleset& rules, std::string_view text) {
  auto move = parse_move(text, rules.alphabet());
  BOOST_REQUIRE_MESSAGE(move, "the test's move is written well: " << text);
  return move.value();
}

inline Placement placement_of(const Ruleset& rules, std::string_view text) {
  return std::get<Placement>(move_of(rules, text));
}

// A board with a judge beside it.
struct Table {
  const Ruleset& rules;
  const Lexicon& lexicon;
  Judge judge{rules, lexicon};
  Board board{rules.size};

  Table(const Ruleset& the_rules, const Lexicon& the_lexicon) : rules(the_rules), lexicon(the_lexicon) {}

  Judged<Play> play(std::string_view move, std::string_view rack) const {
    return judge.judge(board, tiles_of(rules, rack), placement_of(rules, move));
  }
  // The tiles are written like "e5=A f5=B".
  Judged<Play> play_tiles(const std::string& tiles, std::string_view rack) const {
    std::vector<LaidTile> laid;
    std::istringstream words(tiles);
    for (std::string word; words >> word;) {
      const std::size_t equals = word.find('=');
      std::string_view symbol = std::string_view(word).substr(equals + 1);
      laid.push_back({{static_cast<std::int8_t>(std::stoi(word.substr(1, equals - 1)) - 1),
                       static_cast<std::int8_t>(word[0] - 'a')},
                      *rules.alphabet().take_symbol(symbol)});
    }
    return judge.judge_tiles(board, tiles_of(rules, rack), laid);
  }

  // Lays a word as it is, whatever the rules say.
  Table& set(std::string_view move) {
    lay(board, tiles_laid_by(board, placement_of(rules, move)));
    return *this;
  }
};

// The points of a play, or the reason why it is refused.
inline std::string verdict(const Judged<Play>& judged) {
  return judged ? std::to_string(judged.value().points) : std::string(name_of(judged.error().reason));
}

// The words of a play in order, as "WORD:points WORD:points".
inline std::string words_of(const Ruleset& rules, const Play& play) {
  std::string words;
  for (const FormedWord& word : play.words) {
    words += (words.empty() ? "" : " ") + rules.alphabet().spell(word.placed.word) + ":" +
             std::to_string(word.points);
  }
  return words;
}

}  // namespace toptile
