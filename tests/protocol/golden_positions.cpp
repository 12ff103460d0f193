// The golden positions, which test every generator of plays: the engine's and that of each kit. A line of
// tests/data/golden_positions.jsonl is a position of a game, as the referee would tell it, and the plays that
// must be found in it:
//   words      the word list's path in the repository; its words may be in any case
//   ruleset    what follows the word `ruleset` on the wire
//   position   what follows the word `position`
//   last       the play just made, "" if there is none. In "g5.LEAP 12 LP LEAP,WOOL" its text is followed by
//              its points, the tiles it laid, and the words it formed: the one in its line first, the others
//              in reading order
//   plays      how many legal plays there are
//   best       the first of them, in the form of `last`; "" if there is none
//   sha256     the digest of all of them in the order of plays, one a line
// With TOPTILE_REWRITE=1 in the environment, the games are played again and the file is written anew; read
// the change before you commit it.
#include <cstdlib>
#include <fstream>
#include <set>

#include "base/json_fields.h"
#include "base/sha256.h"
#include "protocol/lexicon_file.h"
#include "protocol/position_line.h"
#include "protocol/uwi.h"
#include "tests/engine/scenario.h"
#include "tests/engine/self_play.h"
#include "tests/json_of.h"
#include "tests/places.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(golden_positions)

namespace {

const std::string kRoot = source_file("");
const std::string kFile = kRoot + "tests/data/golden_positions.jsonl";
const std::string kWords = "tests/data/words/";

struct Scene {
  Ruleset rules;
  std::string words;
  int players;
};

// Every shipped ruleset, and rulesets with extremes that none of those has: small and large boards, stacks of
// one tile and of nine, short and long racks, faces of several letters and symbols of several bytes.
std::vector<Scene> scenes() {
  std::vector<Scene> scenes;
  int number = 0;
  for (const std::string& name : shipped_ruleset_names()) {
    const Ruleset& rules = shipped(name);
    const int players = std::clamp(2 + number++ % 3, rules.players_min, rules.players_max);
    scenes.push_back({rules, kWords + (name == "german" ? "german.txt" : "plain.txt"), players});
  }
  scenes.push_back({shipped("hasbro"), "lexicons/english.txt", 2});
  const auto small = [&](const std::string& name, int size, int height, int rack) {
    scenes.push_back({changed("hasbro",
                              [&](RulesetFields& fields) {
                                fields.name = name;
                                fields.size = size;
                                fields.height = height;
                                fields.rack = rack;
                              }),
                      kWords + "few.txt", 2});
  };
  small("odd", 5, 3, 4);
  small("towers", 4, 9, 7);
  small("flat", 9, 1, 7);
  small("wide", 16, 5, 9);
  scenes.push_back({own_ruleset("signs", "A9 L9 S9 😀9=CH Ａ9=Ä *9=QU",
                                [](RulesetFields& fields) {
                                  fields.name = "signs";
                                  fields.size = 7;
                                  fields.height = 3;
                                  fields.rack = 5;
                                }),
                    kWords + "signs.txt", 2});
  return scenes;
}

Lexicon lexicon_of_file(const std::string& words, const Ruleset& rules) {
  auto loaded = load_lexicon(kRoot + words, rules);
  BOOST_REQUIRE_MESSAGE(loaded, (loaded ? "" : loaded.error().message));
  return std::move(loaded).value().lexicon;
}

std::string told(const Play& play, const Alphabet& alphabet) {
  std::string tiles, words;
  for (const LaidTile& tile : play.laid) tiles += alphabet.symbol(tile.face);
  for (const FormedWord& word : play.words)
    words += (words.empty() ? "" : ",") + alphabet.spell(word.placed.word);
  return format_move(play.placement, alphabet) + " " + std::to_string(play.points) + " " + tiles + " " +
         words;
}

// The last play, judged on the board that the earlier moves lead to, with a rack of only the tiles it laid.
std::string last_play(const Position& position, const Ruleset& rules, const Lexicon& lexicon) {
  if (position.moves->empty() || !std::holds_alternative<Placement>(position.moves->back())) return "";
  const auto& last = std::get<Placement>(position.moves->back());
  Board before(rules.size);
  for (std::size_t i = 0; i + 1 < position.moves->size(); ++i) {
    if (const auto* earlier = std::get_if<Placement>(&(*position.moves)[i]))
      lay(before, tiles_laid_by(before, *earlier));
  }
  Tiles rack;
  for (const LaidTile& tile : tiles_laid_by(before, last)) rack.add(tile.face);
  const auto play = Judge(rules, lexicon).judge(before, rack, last);
  BOOST_REQUIRE_MESSAGE(play, "the last play is legal: " << (play ? "" : play.error().text));
  return told(play.value(), rules.alphabet());
}

Json golden(const std::string& words, const Ruleset& rules, const Lexicon& lexicon,
            const Position& position) {
  std::vector<ScoredPlay> plays;
  MoveGenerator(rules, lexicon).generate(position.board, position.rack, plays);
  sort_best_first(plays, rules.alphabet());
  const Judge judge(rules, lexicon);
  std::string all;
  for (const ScoredPlay& scored : plays) {
    const auto play = judge.judge(position.board, position.rack, scored.placement);
    BOOST_REQUIRE_MESSAGE(play, (play ? "" : play.error().text));
    BOOST_TEST(play.value().points == scored.points);
    all += told(play.value(), rules.alphabet()) + "\n";
  }
  return {{"words", words},
          {"ruleset", uwi::format_ruleset(rules)},
          {"position", format_position(position, rules.alphabet())},
          {"last", last_play(position, rules, lexicon)},
          {"plays", plays.size()},
          {"best", all.substr(0, all.find('\n'))},
          {"sha256", sha256_hexadecimal(all)}};
}

// A dozen positions from the whole length of a game; the last of them has an empty bag.
std::string golden_game(const Scene& scene, std::uint64_t seed) {
  constexpr std::size_t kMost = 12;
  const Lexicon lexicon = lexicon_of_file(scene.words, scene.rules);
  SelfPlay play(scene.rules, lexicon, seed, scene.players);
  std::vector<Position> positions;
  while (!play.game().is_over()) {
    if (!play.game().is_question()) positions.push_back(play.game().position_of(play.game().seat_to_move()));
    play.play_turn();
  }
  std::string lines;
  const std::size_t count = std::min(kMost, positions.size());
  for (std::size_t i = 0; i < count; ++i) {
    const Position& position = positions[count == 1 ? 0 : i * (positions.size() - 1) / (count - 1)];
    lines += json_text(golden(scene.words, scene.rules, lexicon, position)) + "\n";
  }
  return lines;
}

void rewrite() {
  std::string text;
  std::uint64_t seed = 0;
  for (const Scene& scene : scenes()) text += golden_game(scene, ++seed);
  std::ofstream(kFile) << text;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_engine_finds_what_the_golden_positions_say) {
  if (std::getenv("TOPTILE_REWRITE") != nullptr) rewrite();
  std::ifstream file(kFile);
  std::set<std::string> names;
  int count = 0, empty_bags = 0;
  std::map<std::string, Lexicon> lexicons;
  for (std::string line; std::getline(file, line); ++count) {
    const Json object = json_of(line);
    const std::string words = object.at("words"), told_ruleset = object.at("ruleset");
    const auto rules = uwi::parse_ruleset(told_ruleset);
    BOOST_REQUIRE_MESSAGE(rules, (rules ? "" : rules.error().message));
    names.insert(rules.value().name);
    if (!lexicons.contains(words + told_ruleset))
      lexicons.emplace(words + told_ruleset, lexicon_of_file(words, rules.value()));
    const auto position =
        parse_position(object.at("position").get<std::string>(), rules.value(), UnknownKeys::refuse);
    BOOST_REQUIRE_MESSAGE(position, (position ? "" : position.error().message));
    if (position.value().bag == 0) ++empty_bags;
    BOOST_TEST(json_text(golden(words, rules.value(), lexicons.at(words + told_ruleset), position.value())) ==
               line);
  }
  BOOST_TEST(count >= 150);
  BOOST_TEST(empty_bags >= 10);
  for (const std::string& name : shipped_ruleset_names())
    BOOST_TEST(names.contains(name), "a game under " << name);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
