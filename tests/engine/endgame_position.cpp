#include "engine/endgame_position.h"

#include "tests/engine/scenario.h"
#include "tests/engine/self_play.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(endgame_position)

namespace {

const Lexicon& words() {
  static const Lexicon lexicon = lexicon_of(shipped("hasbro"), word_list("plain.txt"));
  return lexicon;
}

}  // namespace

BOOST_AUTO_TEST_CASE(it_is_there_from_the_last_tile_drawn_to_the_end_of_the_game) {
  SelfPlay turns(shipped("app"), words(), 3, 2, {20, 4, 50});
  const Game& game = turns.game();
  int found = 0, passed = 0;
  for (; !game.is_over(); turns.play_turn()) {
    const auto position = endgame_of(game);
    BOOST_REQUIRE(position.has_value() == game.bag().empty());
    if (!position) continue;
    ++found;
    const Seat seat = game.seat_to_move();
    BOOST_TEST((position->board == game.board()));
    BOOST_TEST((position->racks[0] == game.rack(seat)));
    BOOST_TEST((position->racks[1] == game.rack(seat_after(seat, 2))));
    BOOST_TEST(position->spread == game.score(seat) - game.score(seat_after(seat, 2)));
    if (std::holds_alternative<Pass>(game.turns().back().move)) {
      ++passed;
      BOOST_TEST(position->passes_in_a_row[1] > 0);
      BOOST_TEST(position->scoreless_in_a_row[1] > 0);
    } else {
      BOOST_TEST((position->passes_in_a_row == std::array{0, 0}));
    }
  }
  BOOST_TEST(found > 3);
  BOOST_TEST(passed > 0);
  BOOST_TEST(!endgame_of(game).has_value());
}

BOOST_AUTO_TEST_CASE(there_is_none_while_a_play_may_be_challenged) {
  SelfPlay turns(shipped("hasbro-challenge"), words(), 5, 2);
  int questions = 0, found = 0;
  for (; !turns.game().is_over(); turns.play_turn()) {
    const bool is_there = endgame_of(turns.game()).has_value();
    BOOST_TEST(is_there == (turns.game().bag().empty() && !turns.game().is_question()));
    questions += turns.game().is_question() && turns.game().bag().empty();
    found += is_there;
  }
  BOOST_TEST(questions > 0);
  BOOST_TEST(found > 0);
}

BOOST_AUTO_TEST_CASE(of_three_seats_one_must_have_left_the_game) {
  SelfPlay turns(shipped("hasbro"), words(), 7, 3);
  Game& game = turns.game();
  while (!game.bag().empty() && !game.is_over()) turns.play_turn();
  BOOST_REQUIRE(!game.is_over());
  BOOST_TEST(!endgame_of(game).has_value());
  const Seat seat = game.seat_to_move(), leaver = seat_after(seat, 3), other = seat_after(leaver, 3);
  game.forfeit(leaver);
  const auto position = endgame_of(game);
  BOOST_REQUIRE(position.has_value());
  BOOST_TEST((position->racks[0] == game.rack(seat)));
  BOOST_TEST((position->racks[1] == game.rack(other)));
  BOOST_TEST(position->spread == game.score(seat) - game.score(other));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
