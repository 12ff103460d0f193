// The positions that a bot is asked about, and the judge of its answers.
#include "conformance/moments.h"

#include <boost/test/unit_test.hpp>
#include <set>

#include "base/files.h"
#include "protocol/ruleset_json.h"
#include "tests/folder.h"
#include "tests/places.h"

namespace toptile::conformance {

namespace {

struct Fixture {
  Folder folder;
  Tables tables = make();

  Tables make() const {
    const Ruleset rules = shipped_ruleset("hasbro").value();
    const auto text = read_file(source_file("tests/data/words/plain.txt"));
    const auto built = build_lexicon("plain", text.value(), rules.alphabet(), rules.size);
    return Tables::make(rules, built.value().lexicon, folder.path(), folder.path()).value();
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(moments, Fixture)

BOOST_AUTO_TEST_CASE(they_go_from_the_empty_board_to_the_end_and_none_is_over) {
  for (const Table& table : tables.all_brief()) {
    const auto games = moments_of(table, table.players(), 3, 6);
    BOOST_TEST_REQUIRE(games.size() >= 6U);
    BOOST_TEST(games.front().board().is_empty());
    BOOST_TEST(games[5].board().tiles() > games[1].board().tiles());
    for (const Game& game : games) BOOST_TEST((!game.is_over() && !game.is_question()));
  }
}

BOOST_AUTO_TEST_CASE(one_of_them_has_no_play_where_the_game_came_to_that) {
  int stuck = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto games = moments_of(tables.brief(), 2, seed, 4);
    if (games.size() < 5) continue;
    const Game& last = games.back();
    MoveGenerator generator(last.rules(), last.lexicon());
    BOOST_TEST(!generator.has_play(last.board(), last.rack(last.seat_to_move())));
    ++stuck;
  }
  BOOST_TEST(stuck > 0);
}

BOOST_AUTO_TEST_CASE(games_for_a_batch_differ_and_their_seats_take_turns) {
  for (const Table& table : tables.all_brief()) {
    const auto games = moments_of_games(table, 8, 5);
    BOOST_TEST_REQUIRE(games.size() == 8U);
    std::set<std::vector<Face>> bags;
    std::set<int> tiles;
    for (std::size_t i = 0; i < games.size(); ++i) {
      BOOST_TEST((!games[i].is_over() && !games[i].is_question()));
      BOOST_TEST(games[i].seat_to_move() == static_cast<int>(i) % table.players());
      bags.insert(games[i].first_bag());
      tiles.insert(games[i].board().tiles());
    }
    BOOST_TEST(bags.size() == games.size());
    BOOST_TEST(tiles.size() >= 3U);
  }
}

BOOST_AUTO_TEST_CASE(a_refused_play_on_a_board_with_umlauts_is_told_what_a_square_is) {
  constexpr std::string_view kAdvice = "A square is two characters of UTF-8";
  int wide = 0;
  for (const Table& table : tables.all_brief()) {
    for (const Game& game : moments_of(table, table.players(), 5, 7)) {
      Game judged = game;
      const auto refused = play_answer(judged, "1a.???");
      BOOST_REQUIRE(!refused);
      const bool is_told = refused.error().advice.starts_with(kAdvice);
      BOOST_TEST((!is_told || table.rules.name == "german"));
      wide += is_told;
    }
  }
  BOOST_TEST(wide >= 4);
}

BOOST_AUTO_TEST_CASE(those_of_a_seat_are_that_seats_with_up_to_four_players) {
  for (const Seat seat : each<Seat>(4)) {
    for (const Game& game : moments_of_seat(tables.brief(), seat, 5, 4)) {
      BOOST_TEST(game.seat_to_move() == seat);
      BOOST_TEST(game.players() == std::max(2, seat + 1));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_refused_answer_says_why_and_leaves_the_game) {
  Game game = moments_of(tables.brief(), 2, 7, 3).at(1);
  const std::size_t turns = game.turns().size();
  const std::pair<std::string, std::string> wrong[] = {
      {"1a.XQJ", "syntax"}, {"", "syntax"}, {"accept", "not_your_turn"}, {"ex.?", "rack"}};
  for (const auto& [move, reason] : wrong) {
    const Done played = play_answer(game, move);
    BOOST_TEST_REQUIRE(!played);
    BOOST_TEST((played.error().verdict == Verdict::fail));
    BOOST_TEST(played.error().seen.find("\"" + move + "\" is refused: " + reason) != std::string::npos,
               played.error().seen);
    BOOST_TEST(game.turns().size() == turns);
  }
  BOOST_TEST((play_answer(game, "pass") && game.turns().size() == turns + 1));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile::conformance
