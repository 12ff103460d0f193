#include "engine/last_plays.h"

#include "engine/judge.h"
#include "tests/engine/scenario.h"
#include "tests/engine/self_play.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(last_plays)

namespace {

// A few tiles of a rack, as at the end of a game.
Tiles few_of(const Tiles& rack, int count) {
  Tiles few;
  for (FaceSet faces = rack.faces(); faces != 0 && few.size() < count; faces &= faces - 1)
    few.add(lowest(faces));
  return few;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_play_that_is_said_to_stay_is_legal_after_the_other_and_brings_as_much) {
  int stayed = 0, changed = 0, in_doubt = 0;
  for (const char* name : {"hasbro", "app", "hasbro-all-out"}) {
    const Ruleset& rules = shipped(name);
    const Lexicon lexicon = lexicon_of(rules, word_list("plain.txt"));
    MoveGenerator generator(rules, lexicon);
    const Judge judge(rules, lexicon);
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      SelfPlay turns(rules, lexicon, seed, 2, {1, 4, 50});
      for (; !turns.game().is_over(); turns.play_turn()) {
        const Game& game = turns.game();
        const Board& board = game.board();
        const Seat mover = game.seat_to_move();
        const Tiles last_rack = few_of(game.rack(seat_after(mover, 2)), 1 + static_cast<int>(seed % 3));
        if (game.is_question() || board.is_empty() || last_rack.empty()) continue;
        std::vector<ScoredPlay> plays, replies;
        generator.generate(board, game.rack(mover), plays);
        generator.generate(board, last_rack, replies);
        std::erase_if(replies, [&](const ScoredPlay& play) { return play.tiles_laid != last_rack.size(); });
        for (std::size_t i = 0; i < plays.size(); i += 7) {
          const auto judged = judge.judge(board, game.rack(mover), plays[i].placement);
          BOOST_REQUIRE(judged.has_value());
          Board after = board;
          lay(after, judged.value().laid);
          for (const ScoredPlay& reply : replies) {
            LastPlays last;
            last.find(board, last_rack, {reply});
            BOOST_REQUIRE(!last.empty());
            BOOST_TEST(last.points() == reply.points);
            const auto again = judge.judge(after, last_rack, reply.placement);
            const bool is_same = again.has_value() && again.value().points == reply.points &&
                                 static_cast<int>(again.value().laid.size()) == reply.tiles_laid;
            const auto told = last.points_after(board, plays[i].placement);
            if (told) {
              BOOST_TEST(*told == reply.points);
              BOOST_TEST(is_same);
            }
            ++(told ? stayed : is_same ? in_doubt : changed);
          }
        }
      }
    }
  }
  BOOST_TEST_MESSAGE(stayed << " stayed, " << changed << " changed, " << in_doubt << " in doubt");
  BOOST_TEST(stayed > 2000);
  BOOST_TEST(changed > 500);
  BOOST_TEST(in_doubt < stayed / 10);
}

BOOST_AUTO_TEST_CASE(the_best_play_that_stays_is_told) {
  const Ruleset& rules = shipped("hasbro");
  const Lexicon lexicon = lexicon_of(rules, word_list("plain.txt"));
  MoveGenerator generator(rules, lexicon);
  int second = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SelfPlay turns(rules, lexicon, seed, 2, {1, 4, 50});
    for (; !turns.game().is_over(); turns.play_turn()) {
      const Game& game = turns.game();
      const Tiles rack = few_of(game.rack(seat_after(game.seat_to_move(), 2)), 1);
      if (game.board().is_empty() || rack.empty()) continue;
      std::vector<ScoredPlay> plays, replies;
      generator.generate(game.board(), game.rack(game.seat_to_move()), plays);
      generator.generate(game.board(), rack, replies);
      LastPlays all;
      all.find(game.board(), rack, replies);
      for (std::size_t i = 0; i < plays.size(); i += 11) {
        std::optional<int> most;
        for (const ScoredPlay& reply : replies) {
          LastPlays one;
          one.find(game.board(), rack, {reply});
          const auto told = one.empty() ? std::nullopt : one.points_after(game.board(), plays[i].placement);
          if (told && (!most || *told > *most)) most = told;
        }
        const auto told = all.points_after(game.board(), plays[i].placement);
        BOOST_TEST((told == most));
        second += told && *told < all.points();
      }
    }
  }
  BOOST_TEST(second > 10);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
