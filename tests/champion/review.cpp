// Reviews of recorded games: planted mistakes are found, endgames are those of the solver, losses are not
// biased, and the record alone decides what comes out.
#include "champion/review.h"

#include <cmath>

#include "champion/belief.h"
#include "champion/memory_of_game.h"
#include "engine/endgame_position.h"
#include "protocol/replay.h"
#include "tests/champion/words.h"
#include "tests/tier.h"

using namespace toptile;
using namespace toptile::champion;

namespace {

const auto kNeverStopped = [] { return false; };
// Enough for the last turns of a game, in tests that are not about endgames.
constexpr std::uint64_t kFewNodes = 2000;

// Chooses a move for the seat to move.
using Choose = std::function<Move(const Game& game)>;

GameRecord record_of_game(const Game& game, std::uint64_t seed, int opening = 0) {
  GameRecord record;
  record.seed = seed;
  record.opening = opening;
  for (int seat = 0; seat < game.players(); ++seat) record.players.push_back(fmt::format("bot{}", seat));
  fill_from_game(record, game);
  return record;
}

class Player {
 public:
  explicit Player(const Ruleset& rules)
      : rules_(rules),
        lexicon_(common_words(rules)),
        weights_(weights_for(rules)),
        player_(rules, weights_) {}

  Move best(const Game& game) const {
    if (game.is_question()) return Accept{};
    BoardLines lines(rules_, lexicon_);
    lines.become(game.board());
    ValuedPlay best;
    const Tiles& rack = game.rack(game.seat_to_move());
    const auto bag = static_cast<int>(game.bag().size());
    if (player_.find_best(lines, rack, bag, best)) return best.play.placement;
    return Pass{};
  }
  // The play of the least points.
  Move worst(const Game& game) const {
    BoardLines lines(rules_, lexicon_);
    lines.become(game.board());
    std::vector<ScoredPlay> plays;
    generate_plays(lines, game.rack(game.seat_to_move()), plays);
    if (plays.empty()) return Pass{};
    sort_best_first(plays, rules_.alphabet());
    return plays.back().placement;
  }
  // Plays on to the end, or for so many turns.
  void play_on(Game& game, const Choose& choose, int turns = 1000) const {
    for (; turns > 0 && !game.is_over(); --turns) BOOST_REQUIRE(game.play(choose(game)));
  }

 private:
  const Ruleset& rules_;
  const Lexicon& lexicon_;
  Weights weights_;
  StaticPlayer player_;
};

std::vector<ReviewedTurn> review_of(const Ruleset& rules, const GameRecord& record, std::uint64_t nodes,
                                    std::uint64_t endgame_nodes = 500'000) {
  Reviewer reviewer(rules, common_words(rules), {.nodes = nodes, .endgame_nodes = endgame_nodes});
  const auto turns = reviewer.review(record, kNeverStopped);
  BOOST_REQUIRE(turns);
  return *turns;
}

// A game of the static player, with its worst play at one turn.
GameRecord planted_game(const Ruleset& rules, int turn) {
  const Player player(rules);
  Game game(rules, common_words(rules), 3, 2);
  const auto best = [&](const Game& now) { return player.best(now); };
  player.play_on(game, best, turn - 1);
  BOOST_REQUIRE(!game.is_over());
  BOOST_REQUIRE(game.play(player.worst(game)));
  player.play_on(game, best);
  return record_of_game(game, 3);
}

// Plays as the reviewer looks, by other chance.
Move choice_of_equal(const Game& game, Search& search, EndgameSolver& solver, std::uint64_t nodes,
                     std::uint64_t seed) {
  if (const auto endgame = endgame_of(game))
    return solver.solve(*endgame, {.nodes = kFewNodes, .is_time_up = {}}).best;
  const Seat own = game.seat_to_move();
  const Position position = game.position_of(own);
  const auto situation = situation_of(position, game.rules(), own, 2, !game.bag().empty());
  Random random(seed);
  HiddenTiles hidden(situation->unseen, situation->held);
  if (const auto last = last_play_of(position, game.rules(), Seat{1 - own})) {
    hidden.suppose(static_cast<std::size_t>(1 - own),
                   infer_kept(game.rules(), game.lexicon(), search.player(), *last, situation->unseen,
                              static_cast<int>(nodes / 8), random, kNeverStopped));
  }
  return search.search(*situation, hidden, random.below(UINT64_MAX), {.nodes = nodes, .is_time_up = {}})
      .best()
      .move;
}

void check_estimates(const ReviewedTurn& turn) {
  const auto is_chance = [](const ReviewEstimate& chance) {
    return chance.mean >= 0 && chance.mean <= 1 && chance.error >= 0;
  };
  BOOST_REQUIRE(!turn.best.empty());
  BOOST_REQUIRE(turn.best.size() <= kMaxBest);
  for (const ReviewedMove& move : turn.best) BOOST_REQUIRE(is_chance(move.chance));
  BOOST_REQUIRE(is_chance(turn.played.chance));
  BOOST_REQUIRE(std::abs(turn.best[0].chance.mean - turn.played.chance.mean - turn.loss_of_chance.mean) <
                1e-9);
  BOOST_REQUIRE(std::abs(turn.best[0].spread.mean - turn.played.spread.mean - turn.loss_of_spread.mean) <
                1e-6);
  if (turn.grade == Grade::best) BOOST_REQUIRE((turn.played == turn.best[0]));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(review)

BOOST_AUTO_TEST_CASE(grades_follow_the_chance_that_is_clearly_lost) {
  BOOST_TEST((grade_of({0.019, 0.001}) == Grade::good));
  BOOST_TEST((grade_of({0.02, 0.001}) == Grade::inaccuracy));
  BOOST_TEST((grade_of({0.05, 0.001}) == Grade::mistake));
  BOOST_TEST((grade_of({0.1, 0.049}) == Grade::blunder));
  BOOST_TEST((grade_of({0.1, 0.05}) == Grade::good));
  BOOST_TEST((grade_of({-0.3, 0.001}) == Grade::good));
  BOOST_TEST((grade_of({0.5, 0}) == Grade::blunder));
}

BOOST_AUTO_TEST_CASE(a_planted_blunder_is_found) {
  const GameRecord record = planted_game(shipped("hasbro"), 25);
  const auto turns = review_of(shipped("hasbro"), record, 500, kFewNodes);
  for (const ReviewedTurn& turn : turns) check_estimates(turn);
  const ReviewedTurn& planted = turns.at(24);
  BOOST_TEST(planted.turn == 25);
  BOOST_TEST((planted.grade == Grade::blunder));
  BOOST_TEST(planted.played.move == record.turns[24].move);
  BOOST_TEST(planted.played.points == record.turns[24].points);
  BOOST_TEST(planted.loss_of_chance.mean > 0.1);
  BOOST_TEST(planted.loss_of_spread.mean > 5);
  BOOST_REQUIRE(planted.luck);
  BOOST_TEST(planted.luck->error > 0);
}

BOOST_AUTO_TEST_CASE(the_record_and_the_nodes_decide_what_comes_out) {
  const Ruleset& rules = shipped("hasbro");
  const GameRecord record = planted_game(rules, 9);
  const auto turns = review_of(rules, record, 200, kFewNodes);
  BOOST_TEST((turns != review_of(rules, record, 1200, kFewNodes)));
  // A reviewer remembers nothing of another game.
  Reviewer reviewer(rules, common_words(rules), {.nodes = 200, .endgame_nodes = kFewNodes});
  BOOST_REQUIRE(reviewer.review(planted_game(rules, 5), kNeverStopped));
  BOOST_TEST((reviewer.review(record, kNeverStopped) == turns));
  int asked = 0;
  BOOST_TEST(!reviewer.review(record, [&] { return ++asked > 1000; }));
}

BOOST_AUTO_TEST_CASE(solved_endgames_lose_what_the_solver_says) {
  const Ruleset& rules = shipped("hasbro");
  const GameRecord record = planted_game(rules, 9);
  const auto turns = review_of(rules, record, 200);
  Game game = game_of(record, rules, common_words(rules));
  EndgameSolver solver(rules, common_words(rules));
  std::size_t next = 0;
  int exact = 0;
  const auto look = [&](const ReplayedTurn& turn) {
    while (next < turns.size() && turns[next].turn < static_cast<int>(turn.index) + 1) ++next;
    BOOST_REQUIRE(next < turns.size());
    BOOST_REQUIRE(turns[next].turn == static_cast<int>(turn.index) + 1);
    const ReviewedTurn& reviewed = turns[next];
    const auto endgame = endgame_of(game);
    BOOST_TEST(reviewed.is_exact == endgame.has_value());
    if (!endgame) return true;
    ++exact;
    BOOST_TEST(reviewed.best[0].spread.mean == solver.solve(*endgame).spread);
    BOOST_TEST(reviewed.best[0].spread.error == 0);
    BOOST_TEST(reviewed.loss_of_spread.mean >= 0);
    // What the next seat can force is what is left to this one.
    const double after = next + 1 < turns.size()
                             ? -turns[next + 1].best[0].spread.mean
                             : record.scores[static_cast<std::size_t>(reviewed.seat)] -
                                   record.scores[1 - static_cast<std::size_t>(reviewed.seat)];
    BOOST_TEST(reviewed.played.spread.mean == after);
    return true;
  };
  BOOST_TEST(!replay(play_of(record), game, {.before = look}));
  BOOST_TEST(exact > 2);
}

BOOST_AUTO_TEST_CASE(who_plays_as_the_reviewer_does_loses_nothing_on_average) {
  const Ruleset& rules = shipped("hasbro");
  constexpr std::uint64_t kNodes = 150;
  EndgameSolver solver(rules, common_words(rules));
  std::uint64_t seed = 0;
  double sum = 0, squares = 0, luck = 0, luck_squares = 0;
  int lucky = 0;
  int differing = 0;
  const Weights weights = weights_for(rules);
  Search player(rules, common_words(rules), weights, {});
  const int games = count_for(2, 6);
  for (std::uint64_t number = 1; number <= static_cast<std::uint64_t>(games); ++number) {
    Game game(rules, common_words(rules), number, 2);
    while (!game.is_over()) BOOST_REQUIRE(game.play(choice_of_equal(game, player, solver, kNodes, ++seed)));
    for (const ReviewedTurn& turn : review_of(rules, record_of_game(game, number), kNodes, kFewNodes)) {
      check_estimates(turn);
      if (turn.luck) luck += turn.luck->mean, luck_squares += turn.luck->mean * turn.luck->mean, ++lucky;
      if (turn.grade == Grade::best) continue;
      ++differing;
      sum += turn.loss_of_chance.mean;
      squares += turn.loss_of_chance.mean * turn.loss_of_chance.mean;
    }
  }
  const double mean = sum / differing;
  const double error = std::sqrt((squares / differing - mean * mean) / differing);
  BOOST_TEST_MESSAGE(fmt::format("{} turns, {:.5f} ± {:.5f}", differing, mean, error));
  BOOST_TEST(differing > count_for(13, 40));
  BOOST_TEST(std::abs(mean) < 2.5 * error);
  // Nor are the draws luckier than the draws that could have been.
  BOOST_TEST(lucky > count_for(33, 100));
  BOOST_TEST(std::abs(luck) < 2.5 * std::sqrt(luck_squares));
}

BOOST_AUTO_TEST_CASE(every_ruleset_and_number_of_players) {
  for (const char* name : {"hasbro", "classic", "app", "hasbro-all-out", "hasbro-challenge"}) {
    const Ruleset& rules = shipped(name);
    const Player player(rules);
    for (int players = rules.players_min; players <= rules.players_max; ++players) {
      Game game(rules, common_words(rules), 11, players);
      const auto best = [&](const Game& now) { return player.best(now); };
      player.play_on(game, best);
      const GameRecord record = record_of_game(game, 11);
      const auto turns = review_of(rules, record, 20, count_for<std::uint64_t>(200, kFewNodes));
      if (players == 1) {
        BOOST_TEST(turns.empty());
        continue;
      }
      for (const ReviewedTurn& turn : turns) {
        check_estimates(turn);
        const TurnRecord& recorded = record.turns.at(static_cast<std::size_t>(turn.turn) - 1);
        BOOST_REQUIRE((recorded.seat == turn.seat));
        BOOST_REQUIRE(recorded.move == turn.played.move);
        BOOST_REQUIRE(recorded.points == turn.played.points);
      }
      const auto own = std::ranges::count_if(record.turns, [](const TurnRecord& turn) {
        return turn.move != "accept" && turn.move != "challenge";
      });
      BOOST_TEST(2 * turns.size() > static_cast<std::size_t>(own));
    }
  }
}

BOOST_AUTO_TEST_CASE(turns_that_nobody_chose_or_that_were_taken_back_have_no_entry) {
  const Ruleset& rules = shipped("hasbro-challenge");
  const Player player(rules);
  const Alphabet& alphabet = rules.alphabet();
  Game game(rules, common_words(rules), 5, 2);
  const auto best = [&](const Game& now) { return player.best(now); };
  player.play_on(game, best, 1);
  BOOST_REQUIRE(game.play(Accept{}));
  // A word that is none is laid twice: first it is challenged, then it stands.
  const auto bluff = [&] {
    const FaceSet faces = game.rack(game.seat_to_move()).faces();
    for (int number = 0; number < rules.size * rules.size; ++number) {
      const Square square{static_cast<std::int8_t>(number / rules.size),
                          static_cast<std::int8_t>(number % rules.size)};
      for (FaceSet rest = faces; rest != 0; rest &= rest - 1) {
        for (const Direction direction : {Direction::across, Direction::down}) {
          Board after = game.board();
          if (after.height(square) != 0) continue;
          after.put(square, 1, lowest(rest));
          const Placement run = run_through(after, square, direction);
          if (run.word.size() < 2) continue;
          Game copy = game;
          const auto played = copy.play(run);
          if (!played || !copy.is_question()) continue;
          const std::size_t moves = copy.moves().size();
          Game challenged = copy;
          BOOST_REQUIRE(challenged.play(Challenge{}));
          if (challenged.moves().size() < moves) return Move(run);
        }
      }
    }
    return Move(Pass{});
  };
  const Move phoney = bluff();
  BOOST_REQUIRE(std::holds_alternative<Placement>(phoney));
  BOOST_REQUIRE(game.play(phoney));  // Turn 3.
  BOOST_REQUIRE(game.play(Challenge{}));
  BOOST_REQUIRE(game.play(phoney));  // Turn 5.
  BOOST_REQUIRE(game.play(Accept{}));
  player.play_on(game, best);
  const GameRecord record = record_of_game(game, 5);
  const auto turns = review_of(rules, record, 50, kFewNodes);
  BOOST_REQUIRE(turns.size() > 3);
  BOOST_TEST(turns[0].turn == 1);
  BOOST_TEST(turns[1].turn == 5);
  BOOST_TEST(turns[1].played.move == format_move(phoney, alphabet));
  BOOST_TEST(turns[2].turn == 7);
  for (const ReviewedTurn& turn : turns) check_estimates(turn);
}

BOOST_AUTO_TEST_CASE(openings_and_forfeits) {
  const Ruleset& rules = shipped("hasbro");
  const Player player(rules);
  Game first(rules, common_words(rules), 7, 3);
  const auto best = [&](const Game& now) { return player.best(now); };
  player.play_on(first, best, 3);
  const std::vector<Move> opening = first.moves();
  Game game(rules, common_words(rules), 8, 3, opening);
  for (const Move& move : opening) BOOST_REQUIRE(game.play(move));
  player.play_on(game, best, 9);
  const Seat lost = game.seat_to_move();
  const ForfeitRecord forfeit{.seat = lost,
                              .after = static_cast<int>(game.turns().size()),
                              .kind = FaultKind::crash,
                              .text = "",
                              .evidence = {}};
  game.forfeit(lost);
  player.play_on(game, best);
  GameRecord record = record_of_game(game, 8, 3);
  record.forfeits = {forfeit};
  const auto turns = review_of(rules, record, 50, kFewNodes);
  BOOST_TEST(turns.front().turn == 4);
  BOOST_TEST(turns.back().turn > 12);
  for (const ReviewedTurn& turn : turns) {
    check_estimates(turn);
    if (turn.turn > 12) BOOST_TEST((turn.seat != lost));
  }
}

BOOST_AUTO_TEST_SUITE_END()
