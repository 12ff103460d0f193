// The champion's game in its head against the engine's game: the same moves, the same draws, the same result.
#include "champion/simulation.h"

#include "base/each.h"
#include "champion/static_player.h"
#include "engine/game.h"
#include "engine/judge.h"
#include "tests/champion/words.h"

using namespace toptile;
using namespace toptile::champion;

BOOST_AUTO_TEST_SUITE(simulation)

namespace {

// What the simulation knows of a game that stands where `game` does.
void become(Simulation& simulation, const Game& game) {
  std::vector<SimulatedSeat> seats;
  for (const Seat seat : each<Seat>(game.players())) {
    seats.push_back({.rack = game.rack(seat),
                     .score = game.score(seat),
                     .passes_in_a_row = game.passes_in_a_row(seat),
                     .scoreless_in_a_row = game.scoreless_in_a_row(seat)});
  }
  simulation.set(game.board(), seats, game.seat_to_move());
  simulation.set_bag(game.bag());
}

// The engine's turn, made in the simulation with the tiles that the engine drew.
void repeat(Simulation& simulation, const Turn& turn, const std::vector<Face>& bag_before,
            const ScoredPlay& play) {
  std::vector<Face> bag = bag_before;
  for (const Face face : turn.drawn) bag.erase(std::ranges::find(bag, face));
  bag.insert(bag.end(), turn.drawn.rbegin(), turn.drawn.rend());
  simulation.set_bag(bag);
  if (std::holds_alternative<Placement>(turn.move)) {
    simulation.play(play);
  } else if (const auto* exchange = std::get_if<Exchange>(&turn.move)) {
    simulation.exchange(*exchange->tile, 0);
  } else {
    simulation.pass();
  }
}

void compare_games(const std::string& name, int players, std::uint64_t seed) {
  const Ruleset& rules = shipped(name);
  const Lexicon& lexicon = common_words(rules);
  const Weights weights = weights_for(rules);
  const StaticPlayer player(rules, weights);
  Game game(rules, lexicon, seed, players);
  Simulation simulation(rules, lexicon);
  Random random(seed);
  while (!game.is_over()) {
    if (game.is_question()) {
      BOOST_REQUIRE(game.play(Accept{}));
      continue;
    }
    become(simulation, game);
    const std::vector<Face> bag = game.bag();
    ValuedPlay best;
    Move move = Pass{};
    // With an empty bag nobody passes of free will, because the simulation takes that for being stuck.
    if ((random.below(20) != 0 || bag.empty()) &&
        player.find_best(simulation.lines(), simulation.rack(), static_cast<int>(bag.size()), best)) {
      move = best.play.placement;
    } else if (!bag.empty() && !simulation.rack().empty()) {
      move = Exchange{player.worst_tile(simulation.rack(), static_cast<int>(bag.size()))};
    }
    const auto turn = game.play(move);
    BOOST_REQUIRE(turn);
    const std::size_t made = game.turns().size() - 1;
    while (game.is_question()) BOOST_REQUIRE(game.play(Accept{}));
    const Turn copy = game.turns()[made];  // Tiles are drawn when the play stands.
    repeat(simulation, copy, bag, best.play);
    for (const Seat each_seat : each<Seat>(players)) {
      BOOST_REQUIRE(simulation.seat(each_seat).rack == game.rack(each_seat));
      BOOST_REQUIRE(simulation.seat(each_seat).score == game.score(each_seat));
    }
    BOOST_REQUIRE(simulation.lines().board() == game.board());
    if (!game.is_over()) {
      BOOST_REQUIRE(!simulation.is_over());
      BOOST_REQUIRE(simulation.to_move() == game.seat_to_move());
    } else if (game.end() != GameEnd::stuck) {
      // Nobody looks for a play in the simulation before it is that seat's turn, so "stuck" takes it a round
      // more.
      BOOST_REQUIRE(simulation.is_over());
      for (const Seat each_seat : each<Seat>(players))
        BOOST_REQUIRE(simulation.final_score(each_seat) == game.final_scores()[each_seat]);
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_simulated_game_is_the_engine_s_game) {
  for (const char* name : {"hasbro", "classic", "app", "hasbro-all-out", "hasbro-challenge"})
    for (int players = 2; players <= 4; ++players)
      for (std::uint64_t seed = 1; seed <= 4; ++seed) compare_games(name, players, seed);
}

BOOST_AUTO_TEST_CASE(all_is_taken_back) {
  const Ruleset& rules = shipped("hasbro");
  const Lexicon& lexicon = common_words(rules);
  const Weights weights = weights_for(rules);
  const StaticPlayer player(rules, weights);
  Game game(rules, lexicon, 7, 2);
  Simulation simulation(rules, lexicon);
  become(simulation, game);
  const Board board = simulation.lines().board();
  simulation.mark();
  for (int again = 0; again < 3; ++again) {
    Random random(static_cast<std::uint64_t>(again));
    for (int ply = 0; ply < 10 && !simulation.is_over(); ++ply) player.move(simulation, random);
    BOOST_TEST(simulation.lines().board().tiles() > 0);
    simulation.rewind();
    BOOST_TEST((simulation.lines().board() == board));
    BOOST_TEST((simulation.bag() == game.bag()));
    for (const Seat seat : each<Seat>(2)) BOOST_TEST((simulation.seat(seat).rack == game.rack(seat)));
    BOOST_TEST(simulation.to_move() == Seat{0});
  }
}

BOOST_AUTO_TEST_SUITE_END()
