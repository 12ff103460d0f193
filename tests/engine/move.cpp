#include "engine/move.h"

#include "base/utf8.h"
#include "engine/random.h"
#include "tests/engine/scenario.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(move)

namespace {

const Alphabet& letters() {
  return shipped("hasbro").alphabet();
}

std::string reading(std::string_view text) {
  const auto move = parse_move(text, letters());
  return move ? "read" : std::string(name_of(move.error().reason));
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_play_names_its_place_direction_and_word) {
  const Placement across = placement_of(shipped("hasbro"), "5d.MOOD");
  BOOST_TEST((across.start == Square{4, 3}));
  BOOST_TEST((across.direction == Direction::across));
  BOOST_TEST(letters().spell(across.word) == "MOOD");
  const Placement down = placement_of(shipped("hasbro"), "g10.QUIT");
  BOOST_TEST((down.start == Square{9, 6}));
  BOOST_TEST((down.direction == Direction::down));
  BOOST_TEST(down.word.size() == 3);
}

BOOST_AUTO_TEST_CASE(moves_written_are_read_again) {
  for (const char* text : {"5d.MOOD", "g5.DEAR", "1a.A", "a1.A", "16p.QU", "p16.AAAAAAAAAAAAAAAA", "10j.QUIT",
                           "ex.J", "ex.QU", "ex.?", "pass", "challenge", "accept"}) {
    BOOST_TEST(format_move(move_of(shipped("hasbro"), text), letters()) == text);
  }
}

BOOST_AUTO_TEST_CASE(every_place_of_the_largest_board_is_written_and_read_again) {
  for (std::int8_t row = 0; row < kMaxBoardSize; ++row) {
    for (std::int8_t column = 0; column < kMaxBoardSize; ++column) {
      for (Direction direction : {Direction::across, Direction::down}) {
        const Move move = Placement{{row, column}, direction, {0, 16, 25}};
        const auto read = parse_move(format_move(move, letters()), letters());
        BOOST_REQUIRE(read);
        BOOST_REQUIRE((read.value() == move));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_move_has_one_spelling_only) {
  for (const char* text : {"",
                           " ",
                           ".",
                           "..",
                           "x",
                           "mood",
                           "PASS",
                           "Pass",
                           "pass ",
                           " pass",
                           "passes",
                           "Challenge",
                           "accepted",
                           "5d",
                           "5d.",
                           "d5.",
                           "5d.mood",
                           "5d.Mood",
                           "5d.MOOD ",
                           " 5d.MOOD",
                           "5d .MOOD",
                           "5D.MOOD",
                           "D5.MOOD",
                           "05d.MOOD",
                           "d05.MOOD",
                           "+5d.MOOD",
                           "-5d.MOOD",
                           "0d.MOOD",
                           "d0.MOOD",
                           "d-5.MOOD",
                           "5.MOOD",
                           "d.MOOD",
                           ".MOOD",
                           "5dd.MOOD",
                           "d5d.MOOD",
                           "5d5.MOOD",
                           "5d.MO OD",
                           "5d.MO.OD",
                           "5d.QIT",
                           "5d.Q",
                           "5d.M1OD",
                           "5d.M?OD",
                           "5d.MÖD",
                           "5d.\xFF",
                           "5d,MOOD",
                           "ex",
                           "ex.",
                           "ex.Q",
                           "ex.qu",
                           "ex.AB",
                           "ex.j",
                           "ex. J",
                           "ex.J ",
                           "ex.??",
                           "ex.5",
                           "EX.J",
                           "ex.QUQU",
                           "99999999999999999999d.MOOD",
                           "d99999999999999999999.MOOD",
                           "0x5d.MOOD",
                           "5é.MOOD"}) {
    BOOST_TEST(reading(text) == "syntax", "\"" << text << "\"");
  }
}

BOOST_AUTO_TEST_CASE(what_fits_on_no_board_is_off_board) {
  for (const char* text : {"17a.AN", "1q.AN", "q1.AN", "a17.AN", "1z.A", "1000000d.MOOD", "2147483647a.AN",
                           "1a.AAAAAAAAAAAAAAAAA"}) {
    BOOST_TEST(reading(text) == "off_board", text);
  }
  BOOST_TEST(reading("1a." + std::string(60000, 'A')) == "off_board");
  BOOST_TEST(reading("1a." + std::string(60000, 'A') + "?") == "syntax");
  BOOST_TEST(reading("1a.AAAAAAAAAAAAAAAA") == "read");
}

BOOST_AUTO_TEST_CASE(refusals_are_safe_to_print_and_short) {
  const auto move = parse_move("\x1b[2J" + std::string(60000, 'x'), letters());
  BOOST_REQUIRE(!move);
  BOOST_TEST(move.error().text.find('\x1b') == std::string::npos);
  BOOST_TEST(move.error().text.size() < 300u);
}

BOOST_AUTO_TEST_CASE(whatever_is_read_is_written_as_it_was) {
  const std::string_view characters = "0123456789abcdefghijpqzABCQUSMOD.?- \xC3\x84";
  const std::array<std::string, 6> seeds = {"5d.MOOD", "g10.QUIT", "ex.QU", "ex.?", "pass", "challenge"};
  Random random(4);
  int read = 0;
  for (int i = 0; i < 60000; ++i) {
    std::string text = seeds[random.below(seeds.size())];
    for (auto changes = random.below(4); changes > 0; --changes) {
      const auto place = random.below(text.size() + 1);
      const char character = characters[random.below(characters.size())];
      switch (random.below(3)) {
        case 0:
          text.insert(place, 1, character);
          break;
        case 1:
          text.erase(place, 1);
          break;
        default:
          if (place < text.size()) text[place] = character;
      }
    }
    const auto move = parse_move(text, letters());
    if (!move) continue;
    ++read;
    BOOST_REQUIRE(format_move(move.value(), letters()) == text);
  }
  BOOST_TEST(read > 10000);
}

BOOST_AUTO_TEST_CASE(the_notation_follows_the_rulesets_alphabet) {
  const Ruleset rules = own_ruleset("own", "Ä9 ß9 Ж9=CH Q9=QU A9 S9", [](RulesetFields&) {});
  const auto move = parse_move("5d.ÄCHßQUA", rules.alphabet());
  BOOST_REQUIRE(move);
  BOOST_TEST(std::get<Placement>(move.value()).word.size() == 5);
  BOOST_TEST(format_move(move.value(), rules.alphabet()) == "5d.ÄCHßQUA");
  BOOST_TEST(!parse_move("5d.äCH", rules.alphabet()));
  BOOST_TEST(!parse_move("5d.Ж", rules.alphabet()));
  BOOST_TEST(!parse_move("5d.\xC3", rules.alphabet()));
  BOOST_TEST(format_move(parse_move("ex.CH", rules.alphabet()).value(), rules.alphabet()) == "ex.CH");
}

BOOST_AUTO_TEST_CASE(reasons_have_the_words_of_the_protocol) {
  std::string words;
  for (int i = 0; i <= static_cast<int>(Reason::not_your_turn); ++i)
    words += std::string(name_of(static_cast<Reason>(i))) + " ";
  BOOST_TEST(words ==
             "syntax off_board no_tile too_high same_face rack gap extent centre apart one_letter lexicon "
             "covered plural no_exchange "
             "not_your_turn ");
}

BOOST_AUTO_TEST_CASE(squares_are_named_by_column_and_row) {
  BOOST_TEST(name_of(Square{0, 0}) == "a1");
  BOOST_TEST(name_of(Square{9, 4}) == "e10");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
