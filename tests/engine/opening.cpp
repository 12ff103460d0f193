#include "engine/opening.h"

#include <algorithm>

#include "engine/game.h"
#include "tests/engine/scenario.h"
#include "tests/engine/self_play.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(opening)

namespace {

constexpr const char* kWords =
    "MOOD DEAR NET ON WOOD LEAP WOOL SNACK LEAN PLUS NETS ED OX AX JAZZ JAZZY ZOO AE ABSOLUTE MOODS";

Opening opening_of(const Ruleset& rules, const std::vector<std::string>& moves) {
  Opening opening;
  for (const std::string& move : moves) opening.push_back(move_of(rules, move));
  return opening;
}

// The first five turns of the instruction sheet, which lay MOOD, EAR, NT, W and LP.
const std::vector<std::string> kSheet = {"5d.MOOD", "g5.DEAR", "6f.NET", "5d.WOOD", "g5.LEAP"};

std::string fault_of(const Ruleset& rules, const std::vector<std::string>& moves, int players = 2) {
  const auto fault = opening_fault(rules, lexicon_of(rules, kWords), players, opening_of(rules, moves));
  return fault ? std::to_string(fault->move) + " " + fault->text : "";
}

std::vector<Face> sorted(std::vector<Face> faces) {
  std::ranges::sort(faces);
  return faces;
}

}  // namespace

// Printed by tests/engine/golden_bag.py, which shares no code with the engine.
BOOST_AUTO_TEST_CASE(the_bag_is_that_of_an_independent_program) {
  const std::vector<std::string> expected = {
      "MOODNTLPEIMAFGDIPSBEKTOIXQTEEYOZISCLTUOSWIRNSNDYDEFROFSIUDUIMALKELVLGHACBGCMAAHNSPUNJAUEHMBTCRORWRAE",
      "MOODWEIEARLPMANTFGDIPSBEKTOIXQTEEYOZISCLTUOSWIRNSNDYDEFROFSIUDUIMALKELVLGHACBGCMAAHNSPUNJAUEHMBTCROR",
      "MOODLPEEARIMAFNTGDIPSWBEKTOIXQTEEYOZISCLTUOSWIRNSNDYDEFROFSIUDUIMALKELVLGHACBGCMAAHNSPUNJAUEHMBTCROR"};
  const Ruleset& rules = shipped("hasbro");
  const Lexicon lexicon = lexicon_of(rules, kWords);
  for (int players = 2; players <= 4; ++players) {
    const auto bag = arranged_bag(rules, lexicon, 42, players, opening_of(rules, kSheet));
    BOOST_TEST(rules.alphabet().symbols(bag) == expected[static_cast<std::size_t>(players - 2)]);
  }
}

BOOST_AUTO_TEST_CASE(without_an_opening_the_bag_is_that_of_every_game) {
  const Ruleset& rules = shipped("hasbro");
  const Lexicon lexicon = lexicon_of(rules, kWords);
  BOOST_TEST(arranged_bag(rules, lexicon, 7, 2, {}) == Game(rules, lexicon, 7, 2).first_bag());
}

BOOST_AUTO_TEST_CASE(every_seat_can_play_the_opening_whatever_the_seed_and_no_tile_is_lost) {
  for (const char* name : {"hasbro", "hasbro-challenge", "classic"}) {
    const Ruleset& rules = shipped(name);
    const Lexicon lexicon = lexicon_of(rules, kWords);
    const std::vector<std::string> moves =
        rules.size == 10 ? kSheet : std::vector<std::string>{"4c.MOOD", "f4.DEAR", "pass", "4c.WOOD"};
    const Opening opening = opening_of(rules, moves);
    for (int players = 2; players <= 4; ++players) {
      for (std::uint64_t seed = 0; seed < 50; ++seed) {
        Game game(rules, lexicon, seed, players, opening);
        BOOST_TEST(sorted(game.first_bag()) == sorted(Game(rules, lexicon, seed, players).first_bag()));
        std::size_t turns = 0;
        for (const Move& move : turns_of_opening(rules, players, opening)) {
          BOOST_TEST_REQUIRE(!game.is_over());
          const auto played = game.play(move);
          BOOST_TEST_REQUIRE(played.has_value(), name << " with " << players << ": turn " << turns);
          ++turns;
        }
        BOOST_TEST(!game.is_question());
        BOOST_TEST(game.moves() == opening);
        BOOST_TEST(game.bag().size() == game.first_bag().size() - game.board().tiles() -
                                            static_cast<std::size_t>(rules.rack * players));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(the_same_seed_gives_the_same_bag_and_another_seed_other_racks_after_the_opening) {
  const Ruleset& rules = shipped("hasbro");
  const Lexicon lexicon = lexicon_of(rules, kWords);
  const Opening opening = opening_of(rules, kSheet);
  const auto after = [&](std::uint64_t seed) {
    Game game(rules, lexicon, seed, 2, opening);
    for (const Move& move : opening) BOOST_TEST_REQUIRE(game.play(move).has_value());
    return rules.alphabet().symbols(game.rack(Seat{0})) + " " + rules.alphabet().symbols(game.rack(Seat{1})) +
           " " + rules.alphabet().symbols(game.bag());
  };
  BOOST_TEST(after(3) == after(3));
  BOOST_TEST(after(3) != after(4));
}

// Each tile that no play has laid is equally likely at each place: the racks after the opening are those of
// chance.
BOOST_AUTO_TEST_CASE(racks_after_an_opening_have_each_tile_as_often_as_the_rest_of_the_bag) {
  const Ruleset& rules = shipped("hasbro");
  const Lexicon lexicon = lexicon_of(rules, kWords);
  const Opening opening = opening_of(rules, {"5d.MOOD", "g5.DEAR"});
  const Face o = lowest(tiles_of(rules, "O").faces()), e = lowest(tiles_of(rules, "E").faces());
  constexpr int kGames = 4000;
  std::array<int, 2> os{}, es{};
  for (std::uint64_t seed = 0; seed < kGames; ++seed) {
    Game game(rules, lexicon, seed, 2, opening);
    for (const Move& move : opening) BOOST_TEST_REQUIRE(game.play(move).has_value());
    for (const Seat seat : each<Seat>(2)) {
      os[seat] += game.rack(seat).count(o);
      es[seat] += game.rack(seat).count(e);
    }
  }
  // 7 O and 8 E are in the bag at first; MOOD lays two O and DEAR one E, so 5 and 7 of 93 are left.
  for (const Seat seat : each<Seat>(2)) {
    BOOST_TEST(std::abs(os[seat] / double{kGames} - 7 * 5 / 93.0) < 0.04);
    BOOST_TEST(std::abs(es[seat] / double{kGames} - 7 * 7 / 93.0) < 0.05);
  }
}

BOOST_AUTO_TEST_CASE(an_opening_that_cannot_be_played_says_which_move_and_why) {
  const Ruleset& hasbro = shipped("hasbro");
  BOOST_TEST(fault_of(hasbro, kSheet) == "");
  BOOST_TEST(fault_of(hasbro, {"pass", "5d.MOOD"}) == "");
  struct Row {
    std::vector<std::string> moves;
    const char* fault;
  };
  const std::vector<Row> rows = {
      {{"1a.MOOD"}, "0 the first play covers at least one of the squares in the centre"},
      {{"5d.MOOD", "5d.FOOD"}, "1 FOOD is not in the lexicon test"},
      {{"5d.MOOD", "g5.DEAR", "5d.MOOD"}, "2 MOOD stands at d5 already; a play lays at least one tile"},
      {{"5d.JAZZ"}, "0 the play lays 2 of Z, and the bag has 1 left"},
      {{"5c.ABSOLUTE"}, "0 the play lays 8 tiles, and a rack has 7"},
      {{"5d.MOOD", "ex.J"}, "1 an opening has only plays and passes"},
      {{"5d.MOOD", "accept"}, "1 an opening has only plays and passes"},
      {{"5d.MOOD", "5d.MOODS"}, "1 MOODS only adds an S to a word that stands"},
  };
  for (const Row& row : rows) {
    const std::string fault = fault_of(hasbro, row.moves);
    BOOST_TEST(fault == row.fault);
  }
}

BOOST_AUTO_TEST_CASE(where_unknown_words_can_be_challenged_an_opening_has_none_either) {
  const Ruleset& rules = shipped("hasbro-challenge");
  BOOST_TEST(fault_of(rules, {"5d.MOOD", "5d.FOOD"}) == "1 FOOD is not in the lexicon test");
  const Opening opening = opening_of(rules, {"5d.MOOD", "pass", "5d.WOOD"});
  const std::vector<Move> turns = turns_of_opening(rules, 3, opening);
  BOOST_TEST(
      (turns == std::vector<Move>{opening[0], Accept{}, Accept{}, Pass{}, opening[2], Accept{}, Accept{}}));
}

BOOST_AUTO_TEST_CASE(an_opening_ends_while_there_are_tiles_in_the_bag) {
  const Ruleset rules = own_ruleset("small", "A2 B2 C2 D2 E2", [](RulesetFields& fields) {
    fields.rack = 3;
    fields.size = 5;
    fields.players_max = 3;
  });
  const Lexicon lexicon = lexicon_of(rules, "AB ABE DAB");
  const auto fault = [&](int players, const std::vector<std::string>& moves) {
    const auto found = opening_fault(rules, lexicon, players, opening_of(rules, moves));
    return found ? std::to_string(found->move) + " " + found->text : "";
  };
  BOOST_TEST(fault(2, {"3b.AB", "3b.ABE"}) == "");
  BOOST_TEST(fault(2, {"3b.AB", "3b.ABE", "b3.ABE"}) != "");
  BOOST_TEST(fault(2, {"3b.AB", "3b.ABE", "b2.DAB"}) ==
             "2 the play leaves no tile in the bag, and an opening ends before that");
  BOOST_TEST(fault(3, {"3b.AB"}) == "0 the play leaves no tile in the bag, and an opening ends before that");
}

// A record may be anybody's.
BOOST_AUTO_TEST_CASE(a_bag_can_be_arranged_for_any_moves) {
  const Ruleset& rules = shipped("hasbro");
  const Lexicon lexicon = lexicon_of(rules, kWords);
  const Opening good = opening_of(rules, {"5d.MOOD", "g5.DEAR"});
  Opening bad = good;
  bad.push_back(move_of(rules, "10j.MOOD"));
  bad.push_back(move_of(rules, "6f.NET"));
  BOOST_TEST(arranged_bag(rules, lexicon, 5, 2, bad) == arranged_bag(rules, lexicon, 5, 2, good));
  Game game(rules, lexicon, 5, 2, bad);
  BOOST_TEST(game.play(bad[0]).has_value());
  BOOST_TEST(game.play(bad[1]).has_value());
  BOOST_TEST(game.play(bad[2]).has_error());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
