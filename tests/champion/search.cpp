// The search: the same answer at any number of threads, limits that hold, and positions where the best move
// is known.
#include "champion/search.h"

#include <cmath>
#include <numeric>

#include "champion/belief.h"
#include "champion/memory_of_game.h"
#include "engine/game.h"
#include "tests/champion/words.h"

using namespace toptile;
using namespace toptile::champion;

BOOST_AUTO_TEST_SUITE(search)

namespace {

struct Scene {
  explicit Scene(const std::string& name = "hasbro", int players = 2, std::uint64_t seed = 3)
      : rules(shipped(name)),
        lexicon(common_words(rules)),
        weights(weights_for(rules)),
        game(rules, lexicon, seed, players) {}

  Situation situation() const {
    const Seat seat = game.seat_to_move();
    const Position position = game.position_of(seat);
    auto found = situation_of(position, rules, seat, game.players(), !game.bag().empty());
    BOOST_REQUIRE(found);
    return *std::move(found);
  }
  void play_on(int turns) {
    const StaticPlayer player(rules, weights);
    BoardLines lines(rules, lexicon);
    for (; turns > 0 && !game.is_over(); --turns) {
      lines.become(game.board());
      ValuedPlay best;
      const bool can_play =
          player.find_best(lines, game.rack(game.seat_to_move()), static_cast<int>(game.bag().size()), best);
      BOOST_REQUIRE(game.play(can_play ? Move(best.play.placement) : Move(Pass{})));
    }
  }
  SearchResult search(const SearchSettings& settings, std::uint64_t nodes, std::uint64_t seed = 1) const {
    Search search(rules, lexicon, weights, settings);
    const Situation now = situation();
    SearchLimits limits;
    limits.nodes = nodes;
    return search.search(now, HiddenTiles(now.unseen, now.held), seed, limits);
  }

  const Ruleset& rules;
  const Lexicon& lexicon;
  Weights weights;
  Game game;
};

std::string text_of(const SearchResult& result, const Ruleset& rules) {
  std::string text;
  for (const Candidate& candidate : result.candidates)
    text += fmt::format("{} {} {} {}\n", format_move(candidate.move, rules.alphabet()),
                        candidate.standing.tries, candidate.standing.chance, candidate.standing.spread_error);
  return text;
}

Tiles whole(const Deal& deal) {
  Tiles tiles;
  for (const Tiles& rack : deal.racks)
    for (FaceSet faces = rack.faces(); faces != 0; faces &= faces - 1)
      for (int i = 0; i < rack.count(lowest(faces)); ++i) tiles.add(lowest(faces));
  for (const Face face : deal.bag) tiles.add(face);
  return tiles;
}

}  // namespace

BOOST_AUTO_TEST_CASE(nodes_alone_decide_the_answer) {
  for (const int players : {2, 3, 4}) {
    Scene table("hasbro", players);
    table.play_on(6);
    const std::string one = text_of(table.search({}, 3000), table.rules);
    BOOST_TEST(one == text_of(table.search({}, 3000), table.rules));
    BOOST_TEST(one == text_of(table.search({.threads = 3}, 3000), table.rules));
    BOOST_TEST(one != text_of(table.search({}, 3000, 2), table.rules));
  }
}

BOOST_AUTO_TEST_CASE(limits_hold) {
  Scene table;
  // A round may go over the limit, but no second one begins.
  const SearchResult result = table.search({.candidates = 10, .plies = 2}, 100);
  BOOST_TEST(result.nodes >= 100U);
  BOOST_TEST(result.nodes <= 100U + 8 * 11 * 3);
  Search search(table.rules, table.lexicon, table.weights, {});
  const Situation now = table.situation();
  int asked = 0;
  SearchLimits limits;
  limits.is_time_up = [&] { return ++asked > 300; };
  const SearchResult stopped = search.search(now, HiddenTiles(now.unseen, now.held), 1, limits);
  BOOST_TEST(asked == 301);
  // What was begun when the time was over counts for nobody.
  for (const Candidate& candidate : stopped.candidates)
    if (!candidate.standing.is_dropped) BOOST_TEST(candidate.standing.tries == stopped.best().standing.tries);
  BOOST_TEST(stopped.best().standing.tries > 0U);
  limits.is_time_up = [] { return true; };
  BOOST_TEST(search.search(now, HiddenTiles(now.unseen, now.held), 1, limits).nodes == 0U);
}

BOOST_AUTO_TEST_CASE(nobody_drops_out_where_all_are_tried_alike) {
  Scene table;
  table.play_on(4);
  const SearchResult result = table.search({.candidates = 8, .drops = false}, 3000);
  for (const Candidate& candidate : result.candidates) {
    BOOST_TEST(!candidate.standing.is_dropped);
    BOOST_TEST(candidate.standing.tries == result.best().standing.tries);
  }
}

BOOST_AUTO_TEST_CASE(many_nodes_look_four_turns_ahead_and_few_two) {
  Scene table;
  table.play_on(4);
  const auto nodes_a_try = [&](std::uint64_t nodes) {
    const SearchResult result = table.search({.candidates = 4, .drops = false}, nodes);
    std::uint64_t tries = 0;
    for (const Candidate& candidate : result.candidates) tries += candidate.standing.tries;
    return static_cast<double>(result.nodes) / static_cast<double>(tries);
  };
  // The move itself is a node, too.
  BOOST_TEST(nodes_a_try(14'999) == 3);
  BOOST_TEST(nodes_a_try(15'000) == 5);
}

BOOST_AUTO_TEST_CASE(without_the_solver_the_static_player_ends_the_games) {
  // Few tiles are left in the bag, so each game is played to its end.
  Scene table;
  while (table.game.bag().size() > 7) table.play_on(1);
  BOOST_REQUIRE(!table.game.bag().empty());
  const std::string with_solver = text_of(table.search({.candidates = 6}, 2000), table.rules);
  const std::string without =
      text_of(table.search({.candidates = 6, .solves_games = false}, 2000), table.rules);
  BOOST_TEST(with_solver != without);
}

BOOST_AUTO_TEST_CASE(the_best_move_was_tried_and_is_legal) {
  for (const char* name : {"hasbro", "classic", "app", "hasbro-all-out", "hasbro-challenge"}) {
    Scene table(name);
    for (int turn = 0; turn < 400 && !table.game.is_over(); ++turn) {
      if (table.game.is_question()) {
        BOOST_REQUIRE(table.game.play(Accept{}));
        continue;
      }
      const SearchResult result = table.search({.candidates = 6}, 200);
      BOOST_REQUIRE(table.game.play(result.best().move));
    }
    BOOST_TEST(table.game.is_over());
  }
}

BOOST_AUTO_TEST_CASE(hidden_tiles_are_those_that_are_unseen) {
  Scene table("hasbro", 3);
  table.play_on(5);
  const Situation now = table.situation();
  const HiddenTiles hidden(now.unseen, now.held);
  Random random(1);
  for (int i = 0; i < 100; ++i) {
    const Deal deal = hidden.draw(random);
    BOOST_REQUIRE((whole(deal) == now.unseen));
    for (std::size_t seat = 0; seat < 3; ++seat) BOOST_REQUIRE(deal.racks[seat].size() == now.held[seat]);
    BOOST_REQUIRE(static_cast<int>(deal.bag.size()) == now.bag);
  }
}

BOOST_AUTO_TEST_CASE(supposed_racks_are_drawn_by_their_weight) {
  const Ruleset& rules = shipped("hasbro");
  const Tiles unseen = must(rules.alphabet().parse_tiles("AABBCCDDEE"));
  HiddenTiles hidden(unseen, {0, 4});
  hidden.suppose(
      1, {{must(rules.alphabet().parse_tiles("AA")), 3}, {must(rules.alphabet().parse_tiles("BB")), 1}});
  Random random(1);
  int both_a = 0, both_b = 0;
  for (int i = 0; i < 4000; ++i) {
    const Deal deal = hidden.draw(random);
    BOOST_REQUIRE((whole(deal) == unseen));
    BOOST_REQUIRE(deal.racks[1].size() == 4);
    both_a += deal.racks[1].count(0) == 2;
    both_b += deal.racks[1].count(1) == 2;
  }
  // 3000 are expected to have kept AA, and a few of the others draw it.
  BOOST_TEST(both_a > 2900);
  BOOST_TEST(both_a < 3300);
  BOOST_TEST(both_b > 900);
}

BOOST_AUTO_TEST_CASE(a_play_tells_that_better_tiles_were_not_there) {
  // Whoever lays a poor play with an S left is not believed to have it where an S would have made far more.
  Scene table;
  table.play_on(7);
  const Position position = table.game.position_of(table.game.seat_to_move());
  const auto last = last_play_of(position, table.rules, Seat{1 - table.game.seat_to_move()});
  BOOST_REQUIRE(last);
  BOOST_TEST(last->kept == 7 - static_cast<int>(tiles_laid_by(last->before, last->placement).size()));
  const StaticPlayer player(table.rules, table.weights);
  Random random(1);
  const auto kept = infer_kept(table.rules, table.lexicon, player, *last, *position.unseen, 300, random,
                               [] { return false; });
  BOOST_REQUIRE(kept.size() == 300U);
  double least = 1e9, most = 0;
  for (const KeptTiles& entry : kept) {
    BOOST_REQUIRE(entry.tiles.size() == last->kept);
    least = std::min(least, entry.weight);
    most = std::max(most, entry.weight);
  }
  BOOST_TEST(least < most / 2);
  BOOST_TEST(least > 0);
}

BOOST_AUTO_TEST_CASE(chances_are_chances) {
  for (const int tiles : {0, 1, 7, 14, 50, 100}) {
    BOOST_TEST(chance_to_win(0, tiles) == 0.5);
    BOOST_TEST(std::abs(chance_to_win(10, tiles) + chance_to_win(-10, tiles) - 1) < 1e-12);
    BOOST_TEST(chance_to_win(20, tiles) > chance_to_win(10, tiles));
  }
  BOOST_TEST(chance_to_win(20, 7) > chance_to_win(20, 70));
}

BOOST_AUTO_TEST_SUITE_END()
