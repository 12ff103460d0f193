#include "referee/game/open_table.h"

#include <boost/test/unit_test.hpp>
#include <thread>

#include "engine/greedy_game.h"
#include "protocol/lexicon_file.h"
#include "protocol/ruleset_json.h"
#include "tests/places.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(open_table)

namespace {

using namespace std::chrono_literals;

const std::vector<std::string> kPlayers = {"first", "second"};

struct Scene {
  explicit Scene(const std::string& ruleset = "hasbro", std::uint64_t seed = 99)
      : rules(shipped_ruleset(ruleset).value()),
        lexicon(load_lexicon(source_file("tests/data/words/plain.txt"), rules).value().lexicon),
        game(rules, lexicon, seed, 2) {}

  void play(const Move& move) {
    BOOST_REQUIRE(game.play(move));
    table.add(game, 5ms, 1000ms);
  }
  void play_greedily() {
    play_greedy_turn(game, generator);
    table.add(game, 5ms, {});
  }

  Ruleset rules;
  Lexicon lexicon;
  Game game;
  MoveGenerator generator{rules, lexicon};
  OpenTable table;
};

BOOST_AUTO_TEST_CASE(news_that_nobody_took_are_joined_by_what_comes_next) {
  Scene scene;
  BOOST_TEST(!scene.table.take());
  scene.table.begin(GameNumber{7}, kPlayers, scene.game);
  scene.play_greedily();
  scene.play_greedily();
  const auto first = scene.table.take();
  BOOST_REQUIRE(first);
  BOOST_TEST(first->id == 7U);
  BOOST_TEST(first->players == kPlayers, boost::test_tools::per_element());
  BOOST_TEST(first->before == 0U);
  BOOST_TEST(first->turns.size() == 2U);
  BOOST_TEST(!scene.table.take());
  scene.play_greedily();
  const auto second = scene.table.take();
  BOOST_REQUIRE(second);
  BOOST_TEST(second->players.empty());
  BOOST_TEST(second->before == 2U);
  BOOST_REQUIRE(second->turns.size() == 1U);
  BOOST_TEST(second->turns[0].scores[0] == scene.game.score(Seat{0}));
  BOOST_TEST(second->bag == static_cast<int>(scene.game.bag().size()));
  BOOST_TEST(second->racks[1] == scene.game.rack(Seat{1}).size());
  BOOST_TEST(second->to_move == scene.game.seat_to_move());
}

BOOST_AUTO_TEST_CASE(a_new_game_takes_the_place_of_one_that_nobody_saw) {
  Scene scene;
  scene.table.begin(GameNumber{7}, kPlayers, scene.game);
  for (int turn = 0; turn < 5; ++turn) scene.play_greedily();
  scene.game.forfeit(Seat{0});
  scene.table.end(scene.game, {1, 2}, {2, 1});
  const Game next(scene.rules, scene.lexicon, 5, 2);
  scene.table.begin(GameNumber{8}, {"third", "fourth"}, next);
  const auto news = scene.table.take();
  BOOST_REQUIRE(news);
  BOOST_TEST(news->id == 8U);
  BOOST_TEST(news->players[0] == "third");
  BOOST_TEST(news->turns.empty());
  BOOST_TEST(!news->end);
}

BOOST_AUTO_TEST_CASE(nobody_learns_which_tile_was_exchanged) {
  Scene scene;
  scene.table.begin(GameNumber{7}, kPlayers, scene.game);
  scene.play(Exchange{lowest(scene.game.rack(scene.game.seat_to_move()).faces())});
  BOOST_TEST(scene.table.take()->turns.at(0).move == "ex.?");
}

// Somebody challenges every play: the right challenges take it back, and the others do not.
BOOST_AUTO_TEST_CASE(a_challenge_tells_whether_it_takes_the_play_back) {
  Scene scene("hasbro-challenge");
  scene.table.begin(GameNumber{7}, kPlayers, scene.game);
  const auto tell = [&](const std::string& move) {
    BOOST_REQUIRE_MESSAGE(play_text(scene.game, move), move);
    scene.table.add(scene.game, 0ms, {});
    return scene.table.take()->turns.at(0);
  };
  // Letters of the rack in a row are no word.
  const Tiles& rack = scene.game.rack(scene.game.seat_to_move());
  const OpenTurn laid = tell("5e." + scene.rules.alphabet().symbols(rack).substr(0, 4));
  BOOST_TEST(laid.points > 0);
  BOOST_TEST(laid.scores[0] == 0);  // It is in doubt.
  BOOST_TEST(!laid.takes_back);
  BOOST_TEST(tell("challenge").takes_back);
  ScoredPlay best;
  BOOST_REQUIRE(
      scene.generator.find_best(scene.game.board(), scene.game.rack(scene.game.seat_to_move()), best));
  const OpenTurn good = tell(format_move(best.placement, scene.rules.alphabet()));
  const OpenTurn wrong = tell("challenge");
  BOOST_TEST(!wrong.takes_back);
  BOOST_TEST(wrong.scores[good.seat] == good.points);
}

BOOST_AUTO_TEST_CASE(who_forfeits_is_out_and_the_end_has_ranks) {
  Scene scene;
  scene.table.begin(GameNumber{7}, kPlayers, scene.game);
  scene.table.take();
  scene.game.forfeit(Seat{1});
  scene.table.update(scene.game);
  scene.table.end(scene.game, scene.game.final_scores(), scene.game.ranks());
  const auto news = scene.table.take();
  BOOST_REQUIRE_EQUAL(news->out.size(), 1U);
  BOOST_TEST(news->out[0] == Seat{1});
  BOOST_REQUIRE(news->end);
  BOOST_TEST(name_of(news->end->end) == "forfeit");
  BOOST_TEST(news->end->ranks[1] == 2);
}

// The watcher takes news at any moment. Nothing is lost within a game, nothing comes twice, and the last news
// of all is there when the player is done.
BOOST_AUTO_TEST_CASE(two_threads_lose_nothing) {
  Scene scene;
  constexpr int kGames = 200;
  std::vector<std::size_t> turns(kGames + 1);
  std::atomic<bool> is_done = false;
  std::thread player([&] {
    for (int id = 1; id <= kGames; ++id) {
      Game game(scene.rules, scene.lexicon, static_cast<std::uint64_t>(id), 2);
      scene.table.begin(GameNumber{static_cast<std::uint64_t>(id)}, kPlayers, game);
      for (int turn = 0; turn < 40; ++turn) {
        if (game.is_over()) break;
        if (!game.play(Pass{})) break;
        scene.table.add(game, 0ms, {});
        ++turns[static_cast<std::size_t>(id)];
      }
      if (!game.is_over()) game.forfeit(Seat{0});
      scene.table.end(game, {0, 0}, {1, 1});
    }
    is_done = true;
  });
  OpenGame seen;
  bool was_done = false;
  std::size_t wrong = 0;
  while (true) {
    const auto news = scene.table.take();
    if (!news && was_done) break;
    was_done = is_done;
    if (!news) continue;
    const bool is_new = !news->players.empty();
    if (news->before != (is_new ? 0 : seen.turns.size()) || news->id < seen.id ||
        is_new != (news->id != seen.id))
      ++wrong;
    if (is_new) seen.turns.clear();
    for (OpenTurn& turn : news->turns) seen.turns.push_back(std::move(turn));
    seen.id = news->id;
    seen.end = news->end;
  }
  player.join();
  BOOST_TEST(wrong == 0U);
  BOOST_TEST(seen.id == static_cast<std::uint64_t>(kGames));
  BOOST_TEST(seen.end.has_value());
  BOOST_TEST(seen.turns.size() == turns[kGames]);
}

BOOST_AUTO_TEST_CASE(each_worker_has_a_table_that_stays) {
  OpenTables tables;
  BOOST_TEST(tables.all().empty());
  OpenTable& third = tables.table(2);
  BOOST_TEST(tables.all().size() == 3U);
  tables.table(60);
  BOOST_TEST(&tables.table(2) == &third);
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
