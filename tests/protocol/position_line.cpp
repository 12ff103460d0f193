// Position lines: a line that was written is read as the same position, and an error names the wrong key.
#include "protocol/position_line.h"

#include <boost/test/unit_test.hpp>

#include "engine/game.h"
#include "protocol/position_writer.h"
#include "tests/engine/scenario.h"

using namespace toptile;

BOOST_AUTO_TEST_SUITE(position_line)

namespace {

std::string rows(const std::string& row, int count) {
  std::string board = row;
  for (int i = 1; i < count; ++i) board += "/" + row;
  return board;
}
const std::string kRow = "....................";
const std::string kEmpty = rows(kRow, 10);

// The canonical line of the position that was read, or the error.
std::string reading(const std::string& line, const Ruleset& rules,
                    UnknownKeys unknown = UnknownKeys::refuse) {
  const auto position = parse_position(line, rules, unknown);
  return position ? format_position(position.value(), rules.alphabet()) : position.error().message;
}
std::string hasbro(const std::string& line, UnknownKeys unknown = UnknownKeys::refuse) {
  return reading(line, shipped("hasbro"), unknown);
}

Ruleset german(int size) {
  return own_ruleset("deutsch", "A5 Ä4 B3 D4 E9 N9 R5 Š2=SCH T4",
                     [&](RulesetFields& fields) { fields.size = size; });
}

// Plays a game of random plays, exchanges and passes, and shows every position to `look`.
template <class Look>
void wander(const Ruleset& rules, const Lexicon& lexicon, std::uint64_t seed, int players, Look look) {
  Game game(rules, lexicon, seed, players);
  MoveGenerator generator(rules, lexicon);
  Random random(seed);
  std::vector<ScoredPlay> plays;
  while (!game.is_over()) {
    for (const Seat seat : each<Seat>(players)) look(game.position_of(seat));
    const Seat seat = game.seat_to_move();
    generator.generate(game.board(), game.rack(seat), plays);
    sort_best_first(plays, rules.alphabet());
    Move move = Pass{};
    if (!plays.empty() && random.below(8) != 0) {
      move = plays[random.below(plays.size())].placement;
    } else if (!game.bag().empty() && random.below(3) != 0) {
      move = Exchange{lowest(game.rack(seat).faces())};
    }
    BOOST_REQUIRE(game.play(move));
  }
}

void check_round_trip(const Position& position, const Ruleset& rules) {
  const std::string line = format_position(position, rules.alphabet());
  const auto read = parse_position(line, rules, UnknownKeys::refuse);
  BOOST_REQUIRE_MESSAGE(read, line << ": " << (read ? "" : read.error().message));
  const Position& same = read.value();
  const bool is_same = same.board == position.board && same.rack == position.rack &&
                       same.scores == position.scores && same.racks == position.racks &&
                       same.bag == position.bag && same.unseen == position.unseen &&
                       same.moves == position.moves;
  BOOST_TEST(is_same, line);
  BOOST_TEST(format_position(same, rules.alphabet()) == line);
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_position_of_a_game_is_read_as_it_was_written) {
  int seen = 0, with_exchange = 0;
  for (const std::string name : {"hasbro", "classic", "hasbro-all-out"}) {
    const Ruleset& rules = shipped(name);
    const Lexicon lexicon = lexicon_of(rules, word_list("few.txt"));
    for (int players = 2; players <= 4; ++players) {
      wander(rules, lexicon, static_cast<std::uint64_t>(players), players, [&](const Position& position) {
        ++seen;
        with_exchange += format_position(position, rules.alphabet()).find("ex.?") != std::string::npos;
        check_round_trip(position, rules);
      });
    }
  }
  BOOST_TEST(seen > 300);
  BOOST_TEST(with_exchange > 20);
}

// All words of two of these letters: most of them are in no lexicon.
std::string every_two_of(const std::string& letters) {
  std::string list;
  for (const char first : letters)
    for (const char second : letters) list += std::string{first, second, '\n'};
  return list;
}

// Each seat is sent positions from time to time, in games where plays are taken back, tiles are exchanged in
// secret and seats leave.
BOOST_AUTO_TEST_CASE(the_lines_of_a_game_are_those_of_its_positions) {
  int seen = 0, taken_back = 0;
  for (const std::string name : {"hasbro", "hasbro-challenge", "classic"}) {
    const Ruleset& rules = shipped(name);
    const Lexicon lexicon = lexicon_of(rules, word_list("few.txt"));
    const Lexicon bluff = lexicon_of(rules, word_list("few.txt") + "\n" + every_two_of("aeinorst"));
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      const int players = 2 + static_cast<int>(seed % 3);
      Game game(rules, lexicon, seed, players);
      PositionWriter lines(game);
      MoveGenerator generator(rules, rules.has_challenges() ? bluff : lexicon);
      Random random(seed);
      std::vector<ScoredPlay> plays;
      while (!game.is_over()) {
        const Seat seat = game.seat_to_move();
        for (const Seat other : each<Seat>(players)) {
          if (other != seat && random.below(3) != 0) continue;
          std::string line;
          lines.append(line, other);
          BOOST_TEST(line == format_position(game.position_of(other), rules.alphabet()));
          ++seen;
        }
        if (players > 2 && random.below(40) == 0 && game.is_playing(seat)) {
          game.forfeit(seat);
          continue;
        }
        Move move = Pass{};
        generator.generate(game.board(), game.rack(seat), plays);
        sort_best_first(plays, rules.alphabet());
        if (game.is_question()) {
          move = random.below(2) == 0 ? Move(Challenge{}) : Move(Accept{});
        } else if (!plays.empty() && random.below(8) != 0) {
          move = plays[random.below(plays.size())].placement;
        } else if (!game.bag().empty() && random.below(3) != 0) {
          move = Exchange{lowest(game.rack(seat).faces())};
        }
        const std::size_t stood = game.moves().size();
        // A player may not exchange after a play was taken back.
        if (!game.play(move)) BOOST_REQUIRE(game.play(Pass{}));
        taken_back += game.moves().size() < stood;
      }
    }
  }
  BOOST_TEST(seen > 3000);
  BOOST_TEST(taken_back > 30);
}

BOOST_AUTO_TEST_CASE(boards_of_every_size_and_other_alphabets_are_read_as_they_were_written) {
  for (const int size : {2, 8, 10, 15, 16}) {
    const Ruleset rules = german(size);
    const Lexicon lexicon =
        lexicon_of(rules, "AN DA RAT RADE SCHNARRE RÄTE ÄBTE SCHÄDEN BÄDER NÄTE NA ER EBNE ABEND");
    int seen = 0;
    wander(rules, lexicon, 7, 2, [&](const Position& position) {
      ++seen;
      BOOST_TEST(position.board.size() == size);
      check_round_trip(position, rules);
    });
    BOOST_TEST(seen > 4);
  }
}

BOOST_AUTO_TEST_CASE(the_line_is_the_one_of_the_documentation) {
  const Ruleset& rules = shipped("hasbro");
  const Lexicon lexicon = lexicon_of(rules, "MOOD WOOD");
  Table table(rules, lexicon);
  table.set("5d.MOOD").set("5d.WOOD");
  Position position(10);
  position.board = table.board;
  position.rack = tiles_of(rules, "TSRQIEA");
  position.scores = {12, -24};
  position.racks = {7, 6};
  position.bag = 61;
  position.moves = std::vector<Move>{move_of(rules, "5d.MOOD"), move_of(rules, "ex.?"),
                                     move_of(rules, "pass"), move_of(rules, "g5.DQUA")};
  BOOST_TEST(format_position(position, rules.alphabet()) ==
             "board " + rows(kRow, 4) + "/......2W1O1O1D....../" + rows(kRow, 5) +
                 " rack AEIQRST scores 12,-24 racks 7,6 bag 61 moves 5d.MOOD,ex.?,pass,g5.DQUA");
}

BOOST_AUTO_TEST_CASE(what_is_unknown_is_left_out_and_what_is_empty_is_a_dash) {
  BOOST_TEST(hasbro("board " + kEmpty + " rack -") == "board " + kEmpty + " rack -");
  BOOST_TEST(hasbro("board " + kEmpty + " rack - unseen - moves -") ==
             "board " + kEmpty + " rack - unseen - moves -");
  const auto bare =
      parse_position("board " + kEmpty + " rack -", shipped("hasbro"), UnknownKeys::refuse).value();
  BOOST_TEST(bare.rack.empty());
  BOOST_TEST(bare.scores.empty());
  BOOST_TEST(bare.racks.empty());
  BOOST_TEST(!bare.bag.has_value());
  BOOST_TEST(!bare.unseen.has_value());
  BOOST_TEST(!bare.moves.has_value());
  const auto told = parse_position("board " + kEmpty + " rack - bag 0 unseen - moves -", shipped("hasbro"),
                                   UnknownKeys::refuse)
                        .value();
  BOOST_TEST(told.bag.value() == 0);
  BOOST_TEST(told.unseen.value().empty());
  BOOST_TEST(told.moves.value().empty());
}

BOOST_AUTO_TEST_CASE(keys_come_in_any_order_and_blanks_in_any_number) {
  BOOST_TEST(hasbro("  moves  -\tbag 3  rack   TSA board   " + kEmpty + "  ") ==
             "board " + kEmpty + " rack AST bag 3 moves -");
}

BOOST_AUTO_TEST_CASE(unknown_keys_are_refused_by_commands_and_passed_over_by_bots) {
  const std::string line = "board " + kEmpty + " weather fine rack A";
  BOOST_TEST(
      hasbro(line) ==
      "position: unknown key \"weather\"; the keys are: board, rack, scores, racks, bag, unseen, moves");
  BOOST_TEST(hasbro(line, UnknownKeys::ignore) == "board " + kEmpty + " rack A");
  BOOST_TEST(hasbro("board " + kEmpty + " rack A weather", UnknownKeys::ignore) ==
             "board " + kEmpty + " rack A");
}

BOOST_AUTO_TEST_CASE(an_error_names_its_key_and_says_what_is_expected) {
  const std::string good = "board " + kEmpty + " rack A ";
  const auto row = [](const std::string& first) {
    return "board " + first + "/" + rows(kRow, 9) + " rack A";
  };
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "position: board: this key is missing, as in: board B rack R"},
      {"rack A", "position: board: this key is missing, as in: board B rack R"},
      {"board " + kEmpty,
       "position: rack: this key is missing, as in: board B rack R (rack - when it is empty)"},
      {"board", "position: board: a value should follow"},
      {good + "bag", "position: bag: a value should follow"},
      {good + "rack B", "position: rack: this key is given twice"},
      {good + "moves - moves -", "position: moves: this key is given twice"},
      {"board " + rows(kRow, 9) + " rack A",
       "position: board: row 9: the board must have 10 rows joined by /"},
      {"board " + rows(kRow, 11) + " rack A",
       "position: board: row 10: the board must have 10 rows joined by /"},
      {"board " + kEmpty + "/ rack A", "position: board: row 10: the board must have 10 rows"},
      {row("................"),
       "position: board: row 1: it ends before square i1; each square needs two characters"},
      {row(kRow + ".."), "position: board: row 1: there is \"..\" after its 10 squares"},
      {row("..................."),
       "position: board: row 1: j1 is neither .. nor a height from 1 to 5 and a tile's symbol"},
      {row("6A.................."), "position: board: row 1: a1 is neither .. nor a height from 1 to 5"},
      {row("0A.................."), "position: board: row 1: a1 is neither"},
      {row("..1a................"), "position: board: row 1: b1 is neither"},
      {row("..1................."), "position: board: row 1: b1 is neither"},
      {row("....A1.............."), "position: board: row 1: c1 is neither"},
      {row("..1Ä................"), "position: board: row 1: b1 is neither"},
      {row("..1\xff................"), "position: board: row 1: b1 is neither"},
      {"board " + kEmpty + " rack A?", "position: rack: "},
      {"board " + kEmpty + " rack a", "position: rack: "},
      {"board " + kEmpty + " rack AAAAAAAA", "position: rack: AAAAAAAA has 8 tiles; a full rack has 7"},
      {good + "scores 1,2,3,4,5",
       "position: scores: \"1,2,3,4,5\" is not a list of 1 to 4 numbers, as in scores 12,24"},
      {good + "scores 1,", "position: scores: \"1,\" is not a list of 1 to 4 numbers"},
      {good + "scores 100001", "position: scores: 100001 is out of range"},
      {good + "scores 99999999999", "position: scores: \"99999999999\" is not a list of 1 to 4 numbers"},
      {good + "racks seven", "position: racks: \"seven\" is not a list of 1 to 4 numbers"},
      {good + "racks 7,-1", "position: racks: -1 is out of range"},
      {good + "racks 100001", "position: racks: 100001 is out of range"},
      {good + "bag -1", "position: bag: \"-1\" is not a number of tiles"},
      {good + "bag 1.5", "position: bag: \"1.5\" is not a number of tiles"},
      {good + "bag 99999999999", "position: bag: \"99999999999\" is not a number of tiles"},
      {good + "unseen A1", "position: unseen: "},
      {good + "moves 5d.MOOD,,pass", "position: moves: "},
      {good + "moves 5d.MOOD,", "position: moves: "},
      {good + "moves mood", "position: moves: "},
      {good + "moves 99z.MOOD", "position: moves: "},
  };
  for (const auto& [line, expected] : cases) {
    const std::string found = hasbro(line);
    BOOST_TEST(found.starts_with(expected),
               '"' << line << "\" gives \"" << found << "\", not \"" << expected << '"');
  }
}

BOOST_AUTO_TEST_CASE(numbers_are_taken_up_to_their_ends) {
  const std::string good = "board " + kEmpty + " rack AAAAAAA ";
  for (const std::string& line :
       {good + "scores 100000,-100000 racks 100000,0 bag 100000", good + "scores 0,0 racks 0,0 bag 0"})
    BOOST_TEST(hasbro(line) == line);
  for (const auto& [numbers, expected] :
       {std::pair<std::string, std::string>{"scores -100001", "position: scores: -100001 is out of range"},
        {"scores 100001", "position: scores: 100001 is out of range"},
        {"racks 100001", "position: racks: 100001 is out of range"},
        {"bag 100001", "position: bag: \"100001\" is not a number of tiles"}})
    BOOST_TEST(hasbro(good + numbers) == expected);
}

BOOST_AUTO_TEST_CASE(a_board_of_another_ruleset_is_refused) {
  const std::string eight = "board " + rows("................", 8) + " rack A";
  BOOST_TEST(reading(eight, shipped("classic")) == eight);
  BOOST_TEST(hasbro(eight).starts_with("position: board: row 1: it ends before square i1"));
  BOOST_TEST(reading("board " + kEmpty + " rack A", shipped("classic"))
                 .starts_with("position: board: row 1: there is"));
  const Ruleset low = changed("hasbro", [](RulesetFields& fields) { fields.height = 3; });
  const std::string high = "board 4A.................." + kEmpty.substr(20) + " rack A";
  BOOST_TEST(hasbro(high) == high);
  BOOST_TEST(
      reading(high, low).starts_with("position: board: row 1: a1 is neither .. nor a height from 1 to 3"));
}

// If a line can be read, its position is written and read the same; any other line is an error that begins
// with "position: ".
BOOST_AUTO_TEST_CASE(no_line_however_garbled_is_more_than_an_error) {
  const Ruleset& rules = shipped("hasbro");
  const std::string line = "board ......1M1O1O1D....../" + rows(kRow, 9) +
                           " rack AEIQRST scores 12,24 racks 7,7 bag 61 unseen AABQ moves 5d.MOOD,ex.?,pass";
  const std::string pieces[] = {" ", "/", ",",        ".",           "-",      "1",    "9",
                                "Q", "Ä", "\xe2\x82", "99999999999", "moves ", "ex.QU"};
  Random random(2);
  int readable = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string garbled = line;
    for (std::uint64_t changes = 1 + random.below(3); changes > 0; --changes) {
      const std::size_t at = random.below(garbled.size() + 1);
      if (random.below(2) == 0) garbled.insert(at, pieces[random.below(std::size(pieces))]);
      if (random.below(3) == 0) garbled.erase(at, 1 + random.below(4));
      if (random.below(3) == 0 && at < garbled.size()) garbled[at] = static_cast<char>(random.below(256));
    }
    for (const UnknownKeys unknown : {UnknownKeys::refuse, UnknownKeys::ignore}) {
      const auto read = parse_position(garbled, rules, unknown);
      const std::string again = read ? format_position(read.value(), rules.alphabet()) : "";
      const bool is_well =
          read ? reading(again, rules) == again : read.error().message.starts_with("position: ");
      if (!is_well) BOOST_TEST(is_well, garbled);
      readable += read.has_value();
    }
  }
  BOOST_TEST(readable > 100);
}

BOOST_AUTO_TEST_SUITE_END()
