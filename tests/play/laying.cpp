#include "play/laying.h"

#include <boost/test/unit_test.hpp>

#include "tests/engine/scenario.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(laying)

namespace {

// A board with tiles on it, a rack, and the tiles that a player is laying.
struct Scene {
  const Ruleset& rules;
  const Lexicon lexicon;
  Board board;
  Tiles rack;
  Laying laying;

  Scene(const std::string& symbols, std::initializer_list<const char*> plays = {},
        const Ruleset& the_rules = shipped("hasbro"))
      : rules(the_rules),
        lexicon(lexicon_of(rules, "mood wood on no not moods quit")),
        board(rules.size),
        rack(tiles_of(rules, symbols)),
        laying(rules, lexicon, board, rack) {
    for (const char* play : plays) lay(board, tiles_laid_by(board, placement_of(rules, play)));
  }

  // Types symbols; returns the last answer: "", or why the tile could not be laid.
  std::string type(std::string_view symbols) {
    std::string why;
    while (!symbols.empty()) why = laying.lay(*rules.alphabet().take_symbol(symbols)).value_or("");
    return why;
  }
  std::string left() const { return rules.alphabet().symbols(laying.rack()); }
  std::string cursor() const { return name_of(laying.cursor()); }
  std::string verdict() const {
    const auto judged = laying.judged();
    return judged ? toptile::verdict(*judged) : "nothing";
  }
};

BOOST_AUTO_TEST_CASE(letters_are_laid_along_the_line_and_leave_the_rack) {
  Scene scene("DMOOSTQ");
  BOOST_TEST(scene.cursor() == "e5");
  BOOST_TEST(scene.verdict() == "nothing");
  BOOST_TEST(scene.type("MOOD") == "");
  BOOST_TEST(scene.left() == "QST");
  BOOST_TEST(scene.cursor() == "i5");
  BOOST_TEST(scene.verdict() == "8");
  BOOST_TEST(words_text(scene.laying.judged()->value().words, 8, scene.rules.alphabet()) == "MOOD 8");
}

BOOST_AUTO_TEST_CASE(typing_goes_down_when_it_is_turned) {
  Scene scene("NOT");
  scene.laying.turn();
  scene.type("NOT");
  BOOST_TEST(scene.cursor() == "e8");
  BOOST_TEST(format_move(scene.laying.judged()->value().placement, scene.rules.alphabet()) == "e5.NOT");
}

BOOST_AUTO_TEST_CASE(a_tile_taken_back_is_on_the_rack_and_the_cursor_where_it_lay) {
  Scene scene("NOT");
  scene.type("NO");
  BOOST_TEST(scene.laying.undo());
  BOOST_TEST(scene.cursor() == "f5");
  BOOST_TEST(scene.left() == "OT");
  BOOST_TEST(scene.laying.undo());
  BOOST_TEST(!scene.laying.undo());
  BOOST_TEST(scene.cursor() == "e5");
  BOOST_TEST(scene.left() == "NOT");
}

BOOST_AUTO_TEST_CASE(what_the_rack_has_not_is_not_laid) {
  Scene scene("NOT");
  BOOST_TEST(scene.type("A") == "there is no A left on the rack");
  BOOST_TEST(scene.type("NN") == "there is no N left on the rack");
  BOOST_TEST(scene.cursor() == "f5");
}

BOOST_AUTO_TEST_CASE(a_whole_word_can_be_typed_over_the_letters_that_are_there) {
  Scene scene("WSTE", {"5d.MOOD"});
  scene.laying.go_to({4, 3});
  BOOST_TEST(scene.type("WOOD") == "");
  BOOST_TEST(scene.laying.laid().size() == 1U);
  BOOST_TEST(scene.verdict() == "5");
  BOOST_TEST(scene.laying.board().height({4, 3}) == 2);
}

BOOST_AUTO_TEST_CASE(a_tile_laid_on_another_of_this_turn_takes_its_place) {
  Scene scene("NOT");
  scene.type("N");
  scene.laying.go_to({4, 4});
  BOOST_TEST(scene.type("T") == "");
  BOOST_TEST(scene.left() == "NO");
  BOOST_TEST(scene.laying.board().height({4, 4}) == 1);
  scene.laying.go_to({4, 4});
  BOOST_TEST(scene.type("T") == "");  // The only T lies there already, and stays.
  BOOST_TEST(scene.left() == "NO");
}

BOOST_AUTO_TEST_CASE(typing_the_covered_letter_takes_the_tile_back) {
  Scene scene("W", {"5d.MOOD"});
  scene.laying.go_to({4, 3});
  scene.type("W");
  scene.laying.go_to({4, 3});
  BOOST_TEST(scene.type("M") == "");
  BOOST_TEST(scene.left() == "W");
}

BOOST_AUTO_TEST_CASE(a_full_stack_refuses_a_tile) {
  Scene scene("W", {"5d.MOOD", "5d.WOOD", "5d.MOOD", "5d.WOOD", "5d.MOOD"});
  scene.laying.go_to({4, 3});
  BOOST_TEST(scene.type("W") == "the stack on d5 is 5 tiles high, and no stack can be higher");
  BOOST_TEST(scene.left() == "W");
}

BOOST_AUTO_TEST_CASE(the_cursor_stays_on_the_board) {
  Scene scene("NOTNOT");
  scene.laying.move_cursor(-100, 100);
  BOOST_TEST(scene.cursor() == "j1");
  scene.type("N");
  BOOST_TEST(scene.cursor() == "j1");
  scene.laying.move_cursor(100, -100);
  BOOST_TEST(scene.cursor() == "a10");
}

BOOST_AUTO_TEST_CASE(tiles_being_laid_are_judged_with_a_reason) {
  Scene scene("NOTMOOD");
  scene.type("TON");
  BOOST_TEST(scene.verdict() == "lexicon");
  scene.laying.clear();
  scene.laying.go_to({0, 0});
  scene.type("NOT");
  BOOST_TEST(scene.verdict() == "centre");
  scene.laying.clear();  // The cursor returns to the first tile that was laid.
  BOOST_TEST(scene.cursor() == "a1");
  scene.type("N");
  scene.laying.move_cursor(5, 3);
  scene.type("O");
  BOOST_TEST(scene.verdict() != "nothing");  // Tiles that are not in one line are judged too.
}

BOOST_AUTO_TEST_CASE(a_hint_replaces_the_tiles_being_laid) {
  Scene scene("TNOU", {"5d.MOOD"});
  scene.type("T");
  scene.laying.take(placement_of(scene.rules, "d4.NO"));
  BOOST_TEST(scene.laying.laid().size() == 2U);
  BOOST_TEST(scene.left() == "TU");
  BOOST_TEST((scene.laying.direction() == Direction::down));
}

BOOST_AUTO_TEST_CASE(laying_all_tiles_shows_the_bonus) {
  const Ruleset rules = changed("hasbro", [](RulesetFields& fields) { fields.rack = 3; });
  Scene scene("NOT", {}, rules);
  scene.type("NOT");
  const auto judged = scene.laying.judged();
  BOOST_TEST(words_text(judged->value().words, judged->value().points, rules.alphabet()) ==
             "NOT 6 + 20 for the whole rack = 26");
}

// No tile is lost or made, whatever keys are pressed.
BOOST_AUTO_TEST_CASE(no_tile_is_lost_or_made) {
  Scene scene("DMOOSTQ", {"5d.MOOD", "5d.WOOD"});
  std::uint64_t state = 5;
  const auto below = [&](std::uint64_t n) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return state / 65536 % n;
  };
  for (int i = 0; i < 20'000; ++i) {
    switch (below(6)) {
      case 0:
        scene.laying.undo();
        break;
      case 1:
        scene.laying.move_cursor(static_cast<int>(below(3)) - 1, static_cast<int>(below(3)) - 1);
        break;
      case 2:
        scene.laying.turn();
        break;
      case 3:
        if (below(20) == 0) scene.laying.clear();
        break;
      default:
        scene.laying.lay(static_cast<Face>(below(26)));
    }
    const auto laid = static_cast<int>(scene.laying.laid().size());
    BOOST_REQUIRE_EQUAL(scene.laying.rack().size() + laid, 7);
    BOOST_REQUIRE_EQUAL(scene.laying.board().tiles(), scene.board.tiles() + laid);
    (void)scene.laying.judged();
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
