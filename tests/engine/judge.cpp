#include "engine/judge.h"

#include <set>

#include "engine/random.h"
#include "tests/engine/scenario.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(judge)

namespace {

constexpr const char* kWords =
    "mood dear net on wood leap wool lean snack plus nets moods pear slip deal deals leaps prince princes "
    "princess as cat cats "
    "ask gap gas lip slips bean beans beast at ox axon an no to not tot son in it is quit sit sits quid quay "
    "day suit quite "
    "painter repaint so os lo ab ad aft oft to ta eon cater belated";

const Lexicon& words() {
  static const Lexicon lexicon = lexicon_of(shipped("hasbro"), kWords);
  return lexicon;
}

Table hasbro_table() {
  return {shipped("hasbro"), words()};
}

// A board with MOOD across and DEAR down from its D.
Table mood_and_dear() {
  Table table = hasbro_table();
  table.set("5d.MOOD").set("g5.DEAR");
  return table;
}

struct Scene {
  std::vector<std::string> board;  // The words laid before, in order.
  std::string move;                // A play in the notation, or tiles as "e5=A f5=B".
  std::string rack;
  std::string verdict;
};

void check(const Ruleset& rules, const Lexicon& lexicon, const std::vector<Scene>& scenes) {
  for (const Scene& scene : scenes) {
    Table table(rules, lexicon);
    for (const std::string& word : scene.board) table.set(word);
    const bool is_tiles = scene.move.find('=') != std::string::npos;
    const auto judged =
        is_tiles ? table.play_tiles(scene.move, scene.rack) : table.play(scene.move, scene.rack);
    BOOST_TEST_CONTEXT("the play " << scene.move << " with the rack " << scene.rack) {
      BOOST_TEST(verdict(judged) == scene.verdict);
      if (!judged) BOOST_TEST(judged.error().text.size() > 10u);
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_figures_of_the_rule_sheet_come_out_in_order) {
  struct Turn {
    std::string move, rack, words;
    int points;
  };
  const std::vector<Turn> turns = {
      {"5d.MOOD", "MOODAEI", "MOOD:8", 8},         {"g5.DEAR", "EARTTTT", "DEAR:8", 8},
      {"6f.NET", "NTAEIOU", "NET:6 ON:4", 10},     {"5d.WOOD", "WAEIOUU", "WOOD:5", 5},
      {"g5.LEAP", "LPAEIOU", "LEAP:6 WOOL:6", 12}, {"8f.SNACK", "SNACKEE", "SNACK:7 LEAN:7", 14},
      {"i3.PLUS", "PLUSAEI", "PLUS:8 NETS:8", 16},
  };
  Table table = hasbro_table();
  for (const Turn& turn : turns) {
    const auto judged = table.play(turn.move, turn.rack);
    BOOST_REQUIRE_MESSAGE(judged, turn.move << ": " << (judged ? "" : judged.error().text));
    BOOST_TEST(judged.value().points == turn.points, turn.move);
    BOOST_TEST(words_of(table.rules, judged.value()) == turn.words);
    BOOST_TEST(format_move(judged.value().placement, table.rules.alphabet()) == turn.move);
    lay(table.board, judged.value().laid);
  }
  BOOST_TEST(table.board.tiles() == 4 + 3 + 2 + 1 + 2 + 5 + 4);
}

// The example of the encyclopedia's article on the game: B and E before CATER, an L on the C, a D on the R.
// The word is not flat, so each of its seven squares counts 1, and so do the C and the R below: 9 points.
// Nothing is wholly covered, because A, T and E stay.
BOOST_AUTO_TEST_CASE(cater_becomes_belated_in_one_play) {
  for (const auto& [first, play] : std::vector<std::pair<std::string, std::string>>{
           {"5d.CATER", "5b.BELATED"}, {"e4.CATER", "e2.BELATED"}}) {
    Table table = hasbro_table();
    const auto cater = table.play(first, "CATERII");
    BOOST_TEST(verdict(cater) == "10");
    lay(table.board, cater.value().laid);
    const auto judged = table.play(play, "BELDIII");
    BOOST_REQUIRE_MESSAGE(judged, (judged ? "" : judged.error().text));
    BOOST_TEST(words_of(table.rules, judged.value()) == "BELATED:9");
    BOOST_TEST(judged.value().points == 9);
    BOOST_TEST(judged.value().laid.size() == 4U);
    lay(table.board, judged.value().laid);
    BOOST_TEST(table.board.tiles() == 9);
    BOOST_TEST(verdict(table.play(play.substr(0, 3) + "RELATED", "R")) == "lexicon");
  }
}

BOOST_AUTO_TEST_CASE(every_refusal_tells_its_reason) {
  const std::vector<std::string> board = {"5d.MOOD", "g5.DEAR"};
  const std::vector<std::string> tall = {"5d.MOOD", "5d.WOOD", "5d.MOOD", "5d.WOOD", "5d.MOOD"};
  check(shipped("hasbro"), words(),
        {
            {board, "5h.MOOD", "MOOD", "off_board"}, {board, "g8.REAL", "REAL", "off_board"},
            {board, "11a.AN", "AN", "off_board"},    {board, "k5.AN", "AN", "off_board"},
            {board, "5k.AN", "AN", "off_board"},     {board, "z16=A", "A", "off_board"},
            {board, "5d.MOOD", "MOOD", "no_tile"},   {tall, "5d.WOOD", "W", "too_high"},
            {board, "d5=M", "M", "same_face"},       {board, "d5=W e5=O", "WO", "same_face"},
            {board, "5d.WOOD", "MOODAEI", "rack"},   {board, "5d.LOOL", "LAEIOUN", "rack"},
            {board, "5d.WOOD", "", "rack"},          {board, "h5=A j5=B", "AB", "gap"},
            {board, "h5=A i6=B", "AB", "gap"},       {board, "h6=A h6=B", "AB", "gap"},
            {board, "c1=A c3=B", "AB", "gap"},       {board, "5d.WOO", "W", "extent"},
            {board, "5h.AN", "AN", "extent"},        {board, "5c.AM", "A", "extent"},
            {board, "g9.S", "S", "extent"},          {{}, "1a.MOOD", "MOOD", "centre"},
            {board, "f6.O", "O", "extent"},          {board, "h5.S", "S", "extent"},
            {{}, "4d.MOOD", "MOOD", "centre"},       {{}, "5a.MOOD", "MOOD", "centre"},
            {{}, "7e.MOOD", "MOOD", "centre"},       {{}, "5g.MOOD", "MOOD", "centre"},
            {board, "1a.MOOD", "MOOD", "apart"},     {board, "10a.MOOD", "MOOD", "apart"},
            {board, "h9=A", "A", "apart"},           {{}, "5e.A", "A", "one_letter"},
            {{}, "f6=A", "A", "one_letter"},         {board, "5d.XOOD", "X", "lexicon"},
            {board, "6f.TEN", "TN", "lexicon"},      {board, "5d.SLIP", "SLIPAEI", "covered"},
            {board, "5d.MOODS", "S", "plural"},
        });
}

// That is why docs/rules.md and docs/protocol.md do not list these two reasons.
BOOST_AUTO_TEST_CASE(a_word_and_its_place_name_neither_a_gap_nor_a_tile_on_its_own_face) {
  const Table table = mood_and_dear();
  const Judge judge(table.rules, words());
  const Alphabet& alphabet = table.rules.alphabet();
  Random random(3);
  std::set<Reason> reasons;
  for (int i = 0; i < 20'000; ++i) {
    Placement placement;
    placement.start = {static_cast<std::int8_t>(random.below(10)),
                       static_cast<std::int8_t>(random.below(10))};
    placement.direction = static_cast<Direction>(random.below(2));
    for (std::uint64_t length = 1 + random.below(5); length > 0; --length) {
      const Square square = step(placement.start, placement.direction, placement.word.size());
      const bool keeps = table.board.is_occupied(square) && random.below(2) == 0;
      placement.word.push_back(keeps ? table.board.top(square)
                                     : static_cast<Face>(random.below(alphabet.size())));
    }
    const auto judged = judge.judge(table.board, table.rules.tiles(), placement);
    if (!judged) reasons.insert(judged.error().reason);
  }
  BOOST_TEST(reasons.size() > 5U);
  BOOST_TEST(!reasons.contains(Reason::gap));
  BOOST_TEST(!reasons.contains(Reason::same_face));
}

BOOST_AUTO_TEST_CASE(legal_plays_at_the_edge_of_the_rules_stand) {
  const std::vector<std::string> board = {"5d.MOOD", "g5.DEAR"};
  check(shipped("hasbro"), words(),
        {
            {{}, "5e.NET", "NET", "6"},
            {{}, "5b.MOOD", "MOOD", "8"},
            {{}, "6f.MOOD", "MOOD", "8"},
            {{}, "e6.NET", "NET", "6"},
            {{}, "f3.MOOD", "MOOD", "8"},
            {{}, "e5=N f5=O", "ON", "4"},
            {{}, "f5=O e5=N", "ON", "4"},
            {{"1a.MOOD"}, "d1.DEAR", "EAR", "8"},
            {{"10g.MOON"}, "j7.LEAN", "LEA", "8"},
            {{"10g.MOOD"}, "10g.WOOD", "W", "5"},
        });
}

BOOST_AUTO_TEST_CASE(of_two_reasons_the_first_of_the_list_is_told) {
  const std::vector<std::string> board = {"5d.MOOD", "g5.DEAR"};
  const std::vector<std::string> tall = {"5d.MOOD", "5d.WOOD", "5d.MOOD", "5d.WOOD", "5d.MOOD"};
  check(shipped("hasbro"), words(),
        {
            {board, "z9=A d5=M", "", "off_board"},
            {board, "5k.XX", "", "off_board"},
            {tall, "d5=M", "M", "too_high"},
            {tall, "5d.WOOD", "", "too_high"},
            {tall, "e5=O d5=W", "", "too_high"},
            {tall, "d5=W j9=A", "WA", "too_high"},
            {board, "d5=M", "", "same_face"},
            {board, "d5=M j9=A", "MA", "same_face"},
            {board, "h5=A j5=B", "A", "rack"},
            {board, "h5=A i6=B", "B", "rack"},
            {board, "h6=A h6=A", "A", "rack"},
            {board, "5d.WOO", "", "rack"},
            {board, "1a.MOOD", "MOD", "rack"},
            {{}, "1a.XX", "X", "rack"},
            {board, "a1=X c1=X", "XX", "gap"},
            {{}, "a1=X c1=X", "XX", "gap"},
            {board, "5d.XOO", "X", "extent"},
            {{}, "1a.A", "A", "centre"},
            {{}, "1a.XX", "XX", "centre"},
            {board, "1a.A", "A", "apart"},
            {board, "1a.XX", "XX", "apart"},
            {board, "5d.XXXX", "XXXX", "lexicon"},
            {{"5d.GAPE"}, "5d.GAPES", "S", "lexicon"},
        });
}

// This is rule 7 of docs/rules.md.
BOOST_AUTO_TEST_CASE(an_s_that_only_makes_a_plural_is_refused) {
  check(shipped("hasbro"), words(),
        {
            {{"6f.NET"}, "6f.NETS", "S", "plural"},
            {{"f3.NET"}, "f3.NETS", "S", "plural"},
            {{"6f.NET"}, "i6=S", "S", "plural"},
            {{"6f.NET", "i3.CAT"}, "6f.NETS", "S", "plural"},
            {{"6f.NET", "i3.CAT"}, "i3.CATS", "S", "plural"},
            {{"5c.PRINCE"}, "5c.PRINCES", "S", "plural"},
            {{"5c.SLIP"}, "5c.SLIPS", "S", "plural"},
            {{"5d.MOOD", "5d.WOOD", "5d.MOOD"}, "5d.MOODS", "S", "plural"},
            {{"5c.IT", "5c.AT"}, "5c.ATS", "S", "lexicon"},
        });
}

BOOST_AUTO_TEST_CASE(an_s_that_does_more_than_make_a_plural_stands) {
  check(shipped("hasbro"), words(),
        {
            {{"6f.NET"}, "i3.PLUS", "PLUS", "16"},
            {{"6f.NET"}, "i6.SO", "SO", "12"},
            {{"6f.NET", "i5.A", "i7.K"}, "6f.NETS", "S", "14"},
            {{"5b.PRINCES"}, "5b.PRINCESS", "S", "16"},
            {{"5b.PRINCES", "i2.CAT"}, "5b.PRINCESS", "S", "24"},
            {{"d4.CAT"}, "5d.AS", "S", "4"},
            {{"d4.CAT", "e2.NET"}, "5d.AS", "S", "12"},
            {{"5c.GAP"}, "5c.GAS", "S", "4"},
            {{"5c.BEA", "5g.T"}, "5c.BEAST", "S", "10"},
            {{"5c.LIP"}, "5b.SLIP", "S", "8"},
            {{"5c.LIP"}, "5b.SLIPS", "SS", "10"},
        });
}

BOOST_AUTO_TEST_CASE(an_s_on_a_stack_is_no_plural_though_it_lengthens_nothing) {
  check(shipped("hasbro"), words(),
        {{{"6f.NETT"}, "6f.NETS", "S", "5"}, {{"5c.PRINCEN"}, "5c.PRINCES", "S", "8"}});
}

BOOST_AUTO_TEST_CASE(where_the_ruleset_allows_plurals_an_s_may_be_added) {
  const Lexicon lexicon = lexicon_of(shipped("hasbro-plural"), kWords);
  check(shipped("hasbro-plural"), lexicon,
        {{{"6f.NET"}, "6f.NETS", "S", "8"},
         {{"5d.MOOD"}, "5d.MOODS", "S", "10"},
         {{"6f.NET", "i3.CAT"}, "6f.NETS", "S", "16"}});
}

BOOST_AUTO_TEST_CASE(german_plays_are_judged_by_the_same_rules) {
  const Ruleset& rules = shipped("german");
  const Lexicon lexicon = lexicon_of(
      rules, "maß mäße maße maus mäuse laus autos auto straße strasse rat räte quäle quark öl ölen saß");
  check(rules, lexicon,
        {{{}, "5d.STRAßE", "STRAßEN", "12"},
         {{}, "5d.STRASSE", "STRASSE", "34"},
         {{}, "5c.QUÄLE", "QÄLEXXX", "10"},
         {{"5d.MAß"}, "5d.MAßE", "E", "8"},
         {{"5d.MAUS"}, "5d.MÄUSE", "ÄE", "6"},
         {{"5d.MAUS"}, "5d.LAUS", "L", "5"},
         {{"5d.AUTO"}, "5d.AUTOS", "S", "10"},  // It is a plural, and allowed.
         {{"5d.RAT"}, "5d.RÄTE", "ÄE", "5"},
         {{"5d.MASS"}, "5d.MAß", "ß", "extent"},
         {{}, "5d.MASS", "MASS", "lexicon"},
         {{"5d.MAß"}, "5d.SAß", "ß", "rack"},
         {{"5d.SAß"}, "5d.MAß", "M", "4"},
         {{"5d.ÖL"}, "5d.ÖLEN", "EN", "8"}});
  // A move has only one spelling for a word.
  BOOST_TEST(!parse_move("5d.STRAẞE", rules.alphabet()).has_value());
}

BOOST_AUTO_TEST_CASE(a_ruleset_without_an_s_has_no_plural_to_forbid) {
  const Ruleset rules =
      own_ruleset("no-s", "A9 T9 E9", [](RulesetFields& fields) { fields.players_max = 2; });
  BOOST_TEST(!rules.plural_face().has_value());
  const Lexicon lexicon = lexicon_of(rules, "tea teat");
  check(rules, lexicon, {{{"5c.TEA"}, "5c.TEAT", "T", "8"}});
}

// This is rule 6 of docs/rules.md.
BOOST_AUTO_TEST_CASE(no_word_that_stood_is_wholly_covered) {
  check(shipped("hasbro"), words(),
        {
            {{"5e.ON"}, "5e.AT", "AT", "covered"},
            {{"5e.ON"}, "5e.AN", "A", "3"},
            // Two words in one line, joined by the play: each keeps a letter, or the play is refused.
            {{"5b.AD", "5e.AT"}, "5b.BEAST", "BEAS", "covered"},
            {{"5b.BE", "5e.AN"}, "5b.BEAST", "AST", "covered"},
            {{"5b.AD", "5e.ON"}, "5b.BEAST", "BEAST", "covered"},
            {{"5b.BD", "5e.AN"}, "5b.BEAST", "EAST", "covered"},
            {{"5b.BD", "5e.AT"}, "5b.BEAST", "EAS", "7"},
            // A letter that stands alone in the line is not a word.
            {{"e4.NOT"}, "5e.AT", "AT", "lexicon"},
            {{"e4.TOT"}, "5c.TEN", "TEN", "lexicon"},
            {{"e4.SIT"}, "5d.NO", "NO", "lexicon"},
            {{"e4.NET"}, "5d.NO", "NO", "7"},
        });
}

BOOST_AUTO_TEST_CASE(a_word_across_the_play_keeps_its_other_letters_and_is_never_covered) {
  const Lexicon lexicon = lexicon_of(shipped("hasbro"), "it on ino");
  check(shipped("hasbro"), lexicon, {{{"d5.AT", "f5.AN"}, "5d.INO", "INO", "11"}});
}

BOOST_AUTO_TEST_CASE(the_qu_tile_earns_its_bonus_in_flat_words_only_and_once_a_word) {
  check(shipped("hasbro"), words(),
        {
            {{}, "5d.QUIT", "QIT", "8"},
            {{}, "5d.QUITE", "QITE", "10"},
            {{"5d.QUIT"}, "5d.QUITE", "E", "10"},
            {{"5d.QUIT"}, "5d.QUID", "D", "4"},
            {{"5d.QUIT"}, "5d.SIT", "S", "4"},
            {{"5d.SIT"}, "5d.QUIT", "Q", "4"},
            {{"5d.DAY"}, "5d.QUAY", "Q", "4"},
            {{"5d.QUIT", "5d.SIT"}, "5d.SITS", "S", "plural"},
            {{"5d.QUIT", "5d.SIT"}, "5d.QUIT", "Q", "5"},
            {{"e6.AY", "5f.IT"}, "5e.QUIT", "Q", "16"},
            {{"e6.AY", "5f.IT"}, "e5.QUAY", "Q", "16"},
        });
  const Ruleset two =
      own_ruleset("two-qu", "Q2=QU A9 I9 T9", [](RulesetFields& fields) { fields.players_max = 2; });
  const Lexicon lexicon = lexicon_of(two, "ququ quiqu quit");
  check(two, lexicon,
        {{{}, "5e.QUQU", "QQ", "6"}, {{}, "5e.QUIQU", "QIQ", "8"}, {{"5e.QUIT"}, "5e.QUIQU", "Q", "4"}});
}

BOOST_AUTO_TEST_CASE(a_full_rack_laid_in_one_turn_earns_its_bonus) {
  check(shipped("hasbro"), words(),
        {{{}, "5c.PAINTER", "PAINTER", "34"},
         {{}, "d3.REPAINT", "REPAINT", "centre"},
         {{}, "e3.REPAINT", "REPAINT", "34"}});
  // There is no bonus for seven of nine tiles (a position line can hold such a rack), nor for six of seven.
  check(shipped("hasbro"), words(),
        {{{}, "5c.PAINTER", "PAINTERXX", "14"}, {{"5c.P"}, "5c.PAINTER", "AINTERX", "14"}});
  const Ruleset six = changed("hasbro", [](RulesetFields& fields) { fields.rack = 3; });
  const Lexicon lexicon = lexicon_of(six, "net on mood");
  check(six, lexicon,
        {{{}, "5e.NET", "NET", "26"}, {{}, "5e.ON", "ON", "4"}, {{"5d.M"}, "5d.MOOD", "OOD", "28"}});
}

BOOST_AUTO_TEST_CASE(a_full_rack_means_the_rulesets_size_not_the_players_last_tiles) {
  check(shipped("hasbro"), words(), {{{"5c.P"}, "5c.PAINTER", "AINTER", "14"}, {{}, "5d.MOOD", "MOOD", "8"}});
}

BOOST_AUTO_TEST_CASE(a_tile_that_forms_words_both_ways_is_named_across) {
  Table table = hasbro_table();
  table.set("6f.NET").set("i5.A").set("i7.K");
  for (const char* move : {"6f.NETS", "i5.ASK"}) {
    const auto judged = table.play(move, "S");
    BOOST_REQUIRE(judged);
    BOOST_TEST(format_move(judged.value().placement, table.rules.alphabet()) == "6f.NETS");
    BOOST_TEST(words_of(table.rules, judged.value()) == "NETS:8 ASK:6");
    BOOST_TEST(judged.value().points == 14);
  }
  const auto judged = table.play_tiles("i6=S", "S");
  BOOST_REQUIRE(judged);
  BOOST_TEST(format_move(judged.value().placement, table.rules.alphabet()) == "6f.NETS");
}

BOOST_AUTO_TEST_CASE(a_tile_that_forms_a_word_down_only_is_named_down) {
  Table table = hasbro_table();
  table.set("f5.IS");
  const auto judged = table.play_tiles("f6=T", "T");
  BOOST_REQUIRE(judged);
  BOOST_TEST(format_move(judged.value().placement, table.rules.alphabet()) == "f5.IT");
  BOOST_TEST(words_of(table.rules, judged.value()) == "IT:3");
  BOOST_TEST(verdict(table.play("f5.IT", "T")) == "3");
}

BOOST_AUTO_TEST_CASE(tiles_may_be_given_in_any_order) {
  Table table = mood_and_dear();
  const auto judged = table.play_tiles("h6=T f6=N", "NTAEIOU");
  BOOST_REQUIRE(judged);
  BOOST_TEST(format_move(judged.value().placement, table.rules.alphabet()) == "6f.NET");
  BOOST_TEST(judged.value().points == 10);
  BOOST_TEST((judged.value().laid[0].square == Square{5, 5}));
}

BOOST_AUTO_TEST_CASE(with_challenges_unknown_words_stand_and_are_told_apart) {
  const Lexicon lexicon = lexicon_of(shipped("hasbro-challenge"), kWords);
  Table table(shipped("hasbro-challenge"), lexicon);
  table.set("5d.MOOD");
  const auto unknown = table.play("5d.XOOD", "X");
  BOOST_REQUIRE(unknown);
  BOOST_TEST(!unknown.value().is_all_known);
  BOOST_TEST(unknown.value().points == 5);
  const auto half_known = table.play("h4.ASKX", "ASKX");
  BOOST_TEST(verdict(half_known) == "18");  // The words are MOODS and ASKX.
  BOOST_TEST(!half_known.value().is_all_known);
  const auto known = table.play("5d.WOOD", "W");
  BOOST_REQUIRE(known);
  BOOST_TEST(known.value().is_all_known);
  // Only rule 5 waits for a challenge.
  BOOST_TEST(verdict(table.play("5d.XXXX", "XXXX")) == "covered");
  BOOST_TEST(verdict(table.play("5d.MOODS", "S")) == "plural");
  BOOST_TEST(verdict(table.play("1a.XX", "XX")) == "apart");
}

BOOST_AUTO_TEST_CASE(with_challenges_every_rule_but_the_lexicon_is_kept_at_once) {
  const Ruleset& rules = shipped("hasbro-challenge");
  const Lexicon lexicon = lexicon_of(rules, kWords);
  check(rules, lexicon,
        {{{"5d.MOOD"}, "5d.MOODS", "S", "plural"},
         {{"5d.XYZ"}, "5d.XYZS", "S", "plural"},
         {{"5d.MOOD"}, "5d.SLIP", "SLIP", "covered"},
         {{}, "1a.XYZ", "XYZ", "centre"},
         {{"5d.MOOD"}, "1a.XYZ", "XYZ", "apart"},
         {{"5d.MOOD"}, "5d.XOO", "X", "extent"},
         {{"5d.MOOD"}, "5d.XOOD", "Y", "rack"},
         {{}, "5e.X", "X", "one_letter"},
         {{"5d.MOOD"}, "5d.XOOD", "X", "5"}});
}

BOOST_AUTO_TEST_CASE(other_points_are_the_rulesets) {
  const Ruleset rules = changed("hasbro", [](RulesetFields& fields) {
    fields.flat_points = 3;
    fields.stacked_points = 7;
    fields.qu_bonus = 11;
    fields.all_tiles_bonus = 100;
    fields.height = 2;
  });
  const Lexicon lexicon = lexicon_of(rules, kWords);
  check(rules, lexicon,
        {
            {{}, "5d.MOOD", "MOOD", "12"},
            {{"5d.MOOD"}, "5d.WOOD", "W", "35"},
            {{"5d.MOOD", "5d.WOOD"}, "5d.MOOD", "M", "too_high"},
            {{}, "5d.QUIT", "QIT", "20"},
            {{}, "5c.PAINTER", "PAINTER", "121"},
        });
}

BOOST_AUTO_TEST_CASE(the_centre_of_a_board_of_odd_size_is_one_square) {
  const Ruleset rules = changed("hasbro", [](RulesetFields& fields) { fields.size = 5; });
  const Lexicon lexicon = lexicon_of(rules, kWords);
  check(rules, lexicon,
        {{{}, "3a.NET", "NET", "6"},
         {{}, "3c.NET", "NET", "6"},
         {{}, "2c.NET", "NET", "centre"},
         {{}, "c1.NET", "NET", "6"},
         {{}, "d2.NET", "NET", "centre"},
         {{}, "3d.NET", "NET", "off_board"}});
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
