#include "engine/legal_neighbour.h"

#include "engine/greedy_game.h"
#include "tests/engine/scenario.h"

BOOST_AUTO_TEST_SUITE(legal_neighbour)

namespace {

using namespace toptile;

// The first rack of seat 0 for this seed is OOFCUDL.
constexpr std::uint64_t kSeed = 42;

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return text;
}

std::string written(int row, int column, bool is_across, const std::string& word) {
  const std::string letter(1, static_cast<char>('a' + column));
  return (is_across ? std::to_string(row) + letter : letter + std::to_string(row)) + "." + word;
}

bool is_legal(const Game& game, const std::string& text) {
  Game copy = game;
  return play_text(copy, text).has_value();
}

// What a careless author would write for the play. Rows count from 1.
std::vector<std::string> mistakes_for(const Placement& play, const std::string& word) {
  const int row = play.start.row + 1, column = play.start.column;
  const bool across = play.direction == Direction::across;
  std::vector<std::string> texts = {written(row, column, !across, word),
                                    written(column + 1, row - 1, across, word)};
  for (const int step : {-1, 1}) {
    texts.push_back(written(row + step, column, across, word));
    if (column + step < 0) continue;
    texts.push_back(written(row + step, column + step, across, word));
    texts.push_back(written(row, column + step, across, word));
  }
  return texts;
}

BOOST_AUTO_TEST_CASE(it_names_the_play_that_was_meant) {
  const Ruleset& rules = shipped("hasbro");
  const Lexicon lexicon = lexicon_of(rules, "OF CLOUD");
  const Game game(rules, lexicon, kSeed, 2);
  const std::vector<std::pair<std::string, std::string>> table = {
      {"5d.cloud", "5d.CLOUD"},   {"5D.CLOUD", "5d.CLOUD"}, {"05d.CLOUD", "5d.CLOUD"},
      {" 5d. Cloud", "5d.CLOUD"}, {"4d.CLOUD", "5d.CLOUD"}, {"a5.CLOUD", "5a.CLOUD"},
      {"7d.CLOUD", "6d.CLOUD"},   {"E3.cloud", "e3.CLOUD"}, {"e0.CLOUD", "e1.CLOUD"},
  };
  for (const auto& [refused, meant] : table)
    BOOST_TEST(toptile::legal_neighbour(game, refused).value_or("") == meant, refused);
}

BOOST_AUTO_TEST_CASE(it_names_nothing_if_no_play_is_near) {
  const Ruleset& rules = shipped("hasbro");
  const Lexicon lexicon = lexicon_of(rules, "OF CLOUD ZOO");
  const Game game(rules, lexicon, kSeed, 2);
  const std::string huge(100'000, '5');
  for (const std::string& refused :
       {std::string(), std::string("."), std::string("5."), std::string("5.CLOUD"), std::string("5d"),
        std::string("5d."), std::string("pass"), std::string("ex.J"), std::string("5d.ZOO"),
        std::string("5d.CLOUDX"), std::string("1a.OF"), std::string("99999d.OF"), std::string("5d.\xc3("),
        std::string("\xff\x00.OF", 5), huge, huge + "d.OF", "5d." + huge})
    BOOST_TEST(!toptile::legal_neighbour(game, refused), refused.substr(0, 30));
}

BOOST_AUTO_TEST_CASE(it_names_no_word_that_is_not_in_the_lexicon) {
  const Ruleset& rules = shipped("hasbro-challenge");
  const Lexicon lexicon = lexicon_of(rules, "OF");
  const Game game(rules, lexicon, kSeed, 2);
  BOOST_TEST(!toptile::legal_neighbour(game, "5d.cloud"));
  BOOST_TEST(toptile::legal_neighbour(game, "5e.of").value_or("") == "5e.OF");
}

BOOST_AUTO_TEST_CASE(what_it_names_is_legal_at_every_turn_of_a_game) {
  for (const std::string name : {"hasbro", "german"}) {
    const Ruleset& rules = shipped(name);
    const Lexicon lexicon = lexicon_of(rules, word_list("plain.txt") + "\nÄRA\nÖDE\nÜBER\nAUßEN\n");
    Game game(rules, lexicon, 7, 2);
    MoveGenerator generator(rules, lexicon);
    int meant = 0;
    while (!game.is_over()) {
      std::vector<ScoredPlay> plays;
      generator.generate(game.board(), game.rack(game.seat_to_move()), plays);
      sort_best_first(plays, rules.alphabet());
      plays.resize(std::min<std::size_t>(plays.size(), 5));
      for (const ScoredPlay& play : plays) {
        const std::string text = format_move(play.placement, rules.alphabet());
        const std::string word = rules.alphabet().spell(play.placement.word);
        BOOST_TEST(toptile::legal_neighbour(game, lower_case(text)).value_or("") == text);
        for (const std::string& mistake : mistakes_for(play.placement, word)) {
          if (is_legal(game, mistake)) continue;
          const auto near = toptile::legal_neighbour(game, mistake);
          BOOST_REQUIRE_MESSAGE(near, mistake << " for " << text);
          BOOST_TEST(is_legal(game, *near), mistake << " gave " << *near);
          meant += *near == text;
        }
      }
      play_greedy_turn(game, generator);
    }
    BOOST_TEST(meant > 100);
    BOOST_TEST(!toptile::legal_neighbour(game, "5d.MOOD"));
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()
