#include "engine/endgame.h"

#include <map>

#include "tests/engine/scenario.h"
#include "tests/engine/self_play.h"
#include "tests/tier.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(endgame)

namespace {

// Random words of two to four letters, made of the first few letters of the alphabet.
std::string words_by_chance(Random& random, int letters, int count) {
  std::string words;
  for (int i = 0; i < count; ++i) {
    const auto length = 2 + random.below(3);
    for (std::uint64_t j = 0; j < length; ++j)
      words += static_cast<char>('A' + random.below(static_cast<std::uint64_t>(letters)));
    words += ' ';
  }
  return words;
}

int spread_of(const std::vector<int>& scores, Seat seat) {
  return scores[seat] - scores[1 - seat];
}
int spread_now(const Game& game, Seat seat) {
  return game.score(seat) - game.score(seat_after(seat, 2));
}

// The solver's slow twin: it tries every move to the end of the game, on copies of a Game, which alone says
// who is to move, what a move is worth and when it is over.
class MinimaxTwin {
 public:
  MinimaxTwin(const Ruleset& rules, const Lexicon& lexicon) : rules_(rules), generator_(rules, lexicon) {}

  // The final spread of the seat to move.
  int spread(const Game& game) {
    const Seat seat = game.seat_to_move();
    return spread_now(game, seat) + gain_of_zero(game) * (seat == 0 ? 1 : -1);
  }
  // The final spread of a seat after the seat to move has made a move.
  int spread_after(const Game& game, const Move& move, Seat seat) {
    Game after(game);
    BOOST_REQUIRE(after.play(move));
    if (after.is_over()) return spread_of(after.final_scores(), seat);
    return spread_now(after, seat) + gain_of_zero(after) * (seat == 0 ? 1 : -1);
  }
  // Every move of the seat to move.
  std::vector<Move> moves(const Game& game) {
    std::vector<ScoredPlay> plays;
    generator_.generate(game.board(), game.rack(game.seat_to_move()), plays);
    std::vector<Move> moves = {Pass{}};
    for (const ScoredPlay& play : plays) moves.emplace_back(play.placement);
    return moves;
  }
  std::size_t positions() const { return known_.size(); }

 private:
  // The gain of seat 0 on seat 1 from here to the end.
  int gain_of_zero(const Game& game) {
    const std::string name = name_of(game);
    if (const auto found = known_.find(name); found != known_.end()) return found->second;
    const bool is_zero = game.seat_to_move() == 0;
    std::optional<int> best;
    for (const Move& move : moves(game)) {
      const int gain = spread_after(game, move, Seat{0}) - spread_now(game, Seat{0});
      if (!best || (is_zero ? gain > *best : gain < *best)) best = gain;
    }
    known_.emplace(name, *best);
    return *best;
  }

  // A text that tells all that the rest of the game depends on.
  std::string name_of(const Game& game) const {
    std::string name = show_board(game.board(), rules_.alphabet()) + std::to_string(game.seat_to_move());
    for (const Seat seat : each<Seat>(2)) {
      name += " " + rules_.alphabet().symbols(game.rack(seat)) + " " +
              std::to_string(game.passes_in_a_row(seat)) + " " +
              std::to_string(game.scoreless_in_a_row(seat));
    }
    return name;
  }

  const Ruleset& rules_;
  MoveGenerator generator_;
  std::map<std::string, int> known_;
};

// Plays an answer's line in the game itself: every move is legal, the game is over with the last and not
// before, and its spread is the one that was promised.
void check_line(const Game& game, const EndgameAnswer& answer) {
  const Alphabet& alphabet = game.rules().alphabet();
  const Seat seat = game.seat_to_move();
  Game played(game);
  BOOST_REQUIRE(!answer.line.empty());
  BOOST_TEST((answer.line.front() == answer.best));
  for (const Move& move : answer.line) {
    BOOST_REQUIRE(!played.is_over());
    const auto turn = played.play(move);
    BOOST_REQUIRE_MESSAGE(turn, format_move(move, alphabet) << ": " << (turn ? "" : turn.error().text));
  }
  BOOST_REQUIRE(played.is_over());
  BOOST_TEST(spread_of(played.final_scores(), seat) == answer.spread);
}

// Plays random moves until the bag is empty; nothing if the game is over before that.
std::optional<Game> endgame_by_chance(const Ruleset& rules, const Lexicon& lexicon, std::uint64_t seed,
                                      Habits habits = {}) {
  SelfPlay play(rules, lexicon, seed, 2, habits);
  while (!play.game().is_over() && !endgame_of(play.game())) play.play_turn();
  if (play.game().is_over()) return std::nullopt;
  return play.game();
}

// Endgames with real racks and words.
std::vector<Game> real_endgames(const Ruleset& rules, const Lexicon& lexicon, std::size_t count) {
  std::vector<Game> games;
  for (std::uint64_t seed = 1; games.size() < count; ++seed) {
    if (const auto game = endgame_by_chance(rules, lexicon, seed, {1, 4, 90})) games.push_back(*game);
  }
  return games;
}

const Lexicon& plain_words() {
  static const Lexicon lexicon = lexicon_of(shipped("hasbro"), word_list("plain.txt"));
  return lexicon;
}

Move greedy_move(const Game& game) {
  MoveGenerator generator(game.rules(), game.lexicon());
  ScoredPlay best;
  if (!generator.find_best(game.board(), game.rack(game.seat_to_move()), best)) return Pass{};
  return best.placement;
}

// The final spread of the seat to move when both play greedily.
int greedy_spread(const Game& game) {
  Game played(game);
  while (!played.is_over()) BOOST_REQUIRE(played.play(greedy_move(played)));
  return spread_of(played.final_scores(), game.seat_to_move());
}

bool is_same_answer(const EndgameAnswer& a, const EndgameAnswer& b) {
  return a.best == b.best && a.spread == b.spread && a.is_proven == b.is_proven && a.rounds == b.rounds &&
         a.nodes == b.nodes && a.line == b.line;
}

struct EndRules {
  const char* name;
  EndRule end;
  int pass_rounds, scoreless_rounds, left_over;
  int flat_points = 2, stacked_points = 1;
};

constexpr EndRules kEndRules[] = {
    {"as printed", EndRule::first_out, 1, 3, 5},
    {"two rounds of passes", EndRule::first_out, 2, 3, 5},
    {"many rounds of passes", EndRule::first_out, 4, 3, 5},
    {"a scoreless round ends it", EndRule::first_out, 2, 1, 5},
    {"nothing is charged", EndRule::first_out, 1, 3, 0},
    {"much is charged", EndRule::first_out, 1, 2, 25},
    {"until all are out", EndRule::all_out, 1, 3, 5},
    {"until all are out, two rounds of passes", EndRule::all_out, 2, 2, 5},
    {"until all are out, nothing is charged", EndRule::all_out, 2, 3, 0},
    {"until all are out, much is charged", EndRule::all_out, 3, 1, 25},
    {"flat words score nothing", EndRule::first_out, 2, 2, 1, 0, 1},
    {"stacked words score nothing", EndRule::all_out, 1, 2, 1, 2, 0},
    {"no word scores", EndRule::first_out, 2, 2, 5, 0, 0},
};

}  // namespace

BOOST_AUTO_TEST_CASE(every_answer_is_that_of_a_search_through_all_moves) {
  int solved = 0, best_passes = 0, ties = 0, goes_on_alone = 0, went_in_doubt = 0;
  for (const EndRules& ends : kEndRules) {
    BOOST_TEST_CONTEXT(ends.name) {
      for (std::uint64_t seed = 1; seed <= count_for(12U, 60U); ++seed) {
        Random random(seed);
        const int letters = 3 + static_cast<int>(random.below(3));
        std::string tiles;
        for (int i = 0; i < letters; ++i) tiles += std::string(1, static_cast<char>('A' + i)) + "3 ";
        const Ruleset rules = own_ruleset("small", tiles, [&](RulesetFields& fields) {
          fields.size = 4 + static_cast<int>(random.below(2));
          fields.rack = 2 + static_cast<int>(random.below(2));
          fields.height = 2 + static_cast<int>(random.below(2));
          fields.players_max = 2;
          fields.all_tiles_bonus = 3;
          fields.end = ends.end;
          fields.pass_rounds = ends.pass_rounds;
          fields.scoreless_rounds = ends.scoreless_rounds;
          fields.left_over = ends.left_over;
          fields.flat_points = ends.flat_points;
          fields.stacked_points = ends.stacked_points;
        });
        const Lexicon lexicon = lexicon_of(rules, words_by_chance(random, letters, 18));
        const auto game = endgame_by_chance(rules, lexicon, seed, {12, 0, 50});
        if (!game) continue;
        MinimaxTwin twin(rules, lexicon);
        EndgameSolver solver(rules, lexicon, std::size_t{1} << 16);
        // Every position from here to the end of a random game is solved. Some of them begin after a pass.
        SelfPlay turns(rules, lexicon, seed, 2, {12, 0, 50});
        while (!turns.game().is_over()) {
          const Game& now = turns.game();
          if (const auto position = endgame_of(now)) {
            BOOST_TEST_CONTEXT("seed " << seed << ", turn " << now.turns().size()) {
              const Seat seat = now.seat_to_move();
              const EndgameAnswer answer = solver.solve(*position);
              const int spread = twin.spread(now);
              BOOST_TEST(answer.is_proven);
              BOOST_TEST(answer.spread == spread);
              BOOST_TEST(twin.spread_after(now, answer.best, seat) == spread);
              check_line(now, answer);

              ++solved;
              const std::vector<Move> moves = twin.moves(now);
              int as_good = 0;
              for (const Move& move : moves) as_good += twin.spread_after(now, move, seat) == spread;
              ties += as_good > 1;
              best_passes += std::holds_alternative<Pass>(answer.best) && moves.size() > 1;
              goes_on_alone += now.rack(seat_after(seat, 2)).empty();
              went_in_doubt += now.passes_in_a_row(seat_after(seat, 2)) > 0;
            }
          }
          turns.play_turn();
        }
      }
    }
  }
  // The random scenes contain every case that they are there for.
  BOOST_TEST_MESSAGE(solved << " solved, " << best_passes << " best passes, " << ties << " ties, "
                            << goes_on_alone << " alone, " << went_in_doubt << " after a pass");
  BOOST_TEST(solved > count_for(200, 1000));
  BOOST_TEST(best_passes > count_for(4, 20));
  BOOST_TEST(ties > count_for(20, 100));
  BOOST_TEST(goes_on_alone > count_for(4, 20));
  BOOST_TEST(went_in_doubt > count_for(10, 50));
}

BOOST_AUTO_TEST_CASE(a_line_ends_with_the_spread_that_was_promised_whatever_the_budget) {
  for (const char* name : {"hasbro", "app", "hasbro-all-out"}) {
    const Ruleset& rules = shipped(name);
    EndgameSolver solver(rules, plain_words());
    for (const Game& game : real_endgames(rules, plain_words(), 8)) {
      const EndgamePosition position = *endgame_of(game);
      for (std::uint64_t nodes : {0, 1, 2, 7, 60, 400, 3000}) {
        BOOST_TEST_CONTEXT(name << ", " << nodes << " nodes") {
          const EndgameAnswer answer = solver.solve(position, {nodes, {}});
          check_line(game, answer);
          BOOST_TEST((answer.is_proven || answer.nodes >= nodes));
          BOOST_TEST(answer.nodes <= nodes + 40);  // The greedy line is searched in addition.
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(without_nodes_the_answer_is_the_greedy_play) {
  const Ruleset& rules = shipped("hasbro");
  EndgameSolver solver(rules, plain_words());
  for (const Game& game : real_endgames(rules, plain_words(), 20)) {
    const EndgameAnswer answer = solver.solve(*endgame_of(game), {0, {}});
    BOOST_TEST((answer.best == greedy_move(game)));
    BOOST_TEST(answer.spread == greedy_spread(game));
    BOOST_TEST(answer.rounds == 0);
  }
}

BOOST_AUTO_TEST_CASE(the_last_tile_of_the_other_seat_is_laid_where_it_brings_most) {
  const Ruleset& rules = shipped("hasbro");
  EndgameSolver solver(rules, plain_words());
  MinimaxTwin twin(rules, plain_words());
  int solved = 0;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    for (SelfPlay play(rules, plain_words(), seed, 2, {1, 4, 90}); !play.game().is_over(); play.play_turn()) {
      const Game& game = play.game();
      const Seat seat = game.seat_to_move();
      if (!endgame_of(game) || game.rack(seat).size() > 2 || game.rack(seat_after(seat, 2)).size() != 1)
        continue;
      BOOST_TEST(solver.solve(*endgame_of(game)).spread == twin.spread(game));
      ++solved;
    }
  }
  BOOST_TEST_MESSAGE(solved << " solved");
  BOOST_TEST(solved > 20);
}

BOOST_AUTO_TEST_CASE(depth_is_the_old_name_of_rounds) {
  const Ruleset& rules = shipped("hasbro");
  EndgameSolver solver(rules, plain_words());
  const EndgameAnswer answer =
      solver.solve(*endgame_of(real_endgames(rules, plain_words(), 1).front()), {400, {}});
  BOOST_TEST(answer.rounds > 0);
  BOOST_TEST(answer.depth == answer.rounds);
}

BOOST_AUTO_TEST_CASE(a_hundred_nodes_bring_more_than_greedy_play) {
  const Ruleset& rules = shipped("hasbro");
  EndgameSolver solver(rules, plain_words());
  constexpr int kEndings = 30, kPointsAnEnding = 3;
  int gained = 0;
  for (const Game& game : real_endgames(rules, plain_words(), kEndings)) {
    const Seat seat = game.seat_to_move();
    Game played(game);
    while (!played.is_over()) {
      const bool is_solved = played.seat_to_move() == seat;
      BOOST_REQUIRE(
          played.play(is_solved ? solver.solve(*endgame_of(played), {100, {}}).best : greedy_move(played)));
    }
    gained += spread_of(played.final_scores(), seat) - greedy_spread(game);
  }
  BOOST_TEST_MESSAGE(gained << " points in " << kEndings << " endings");
  BOOST_TEST(gained > kPointsAnEnding * kEndings);
}

BOOST_AUTO_TEST_CASE(the_same_position_and_nodes_give_the_same_answer) {
  const Ruleset& rules = shipped("hasbro");
  const std::vector<Game> games = real_endgames(rules, plain_words(), 6);
  EndgameSolver kept(rules, plain_words());
  for (std::uint64_t nodes : {50, 2000, count_for(5000, 20'000)}) {
    std::vector<EndgameAnswer> first;
    for (const Game& game : games) first.push_back(kept.solve(*endgame_of(game), {nodes, {}}));
    for (std::size_t i = games.size(); i-- > 0;) {
      const EndgamePosition position = *endgame_of(games[i]);
      BOOST_TEST(is_same_answer(kept.solve(position, {nodes, {}}), first[i]));
      EndgameSolver fresh(rules, plain_words());
      BOOST_TEST(is_same_answer(fresh.solve(position, {nodes, {}}), first[i]));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_search_stops_when_it_is_told_that_time_is_up) {
  const Ruleset& rules = shipped("hasbro");
  EndgameSolver solver(rules, plain_words());
  int stopped = 0;
  for (const Game& game : real_endgames(rules, plain_words(), 10)) {
    const EndgamePosition position = *endgame_of(game);
    std::uint64_t last_nodes = 0;
    for (int looks : {1, 2, 10, 100}) {
      int asked = 0;
      const EndgameAnswer answer = solver.solve(position, {std::nullopt, [&] { return ++asked == looks; }});
      check_line(game, answer);
      BOOST_TEST(asked <= looks);  // It is not asked again after it said yes.
      BOOST_TEST((answer.is_proven || asked == looks));
      BOOST_TEST(answer.nodes <= static_cast<std::uint64_t>(looks) * 16 + 40);
      BOOST_TEST(answer.nodes >= last_nodes);
      last_nodes = answer.nodes;
      stopped += !answer.is_proven;
    }
  }
  BOOST_TEST(stopped > 10);
}

BOOST_AUTO_TEST_CASE(every_position_of_a_proven_line_is_worth_what_the_line_promised) {
  int proofs = 0;
  for (const char* name : {"hasbro", "hasbro-all-out"}) {
    const Ruleset& rules = shipped(name);
    for (const Game& game : real_endgames(rules, plain_words(), count_for(6U, 40U))) {
      const Seat seat = game.seat_to_move();
      const EndgameAnswer first = EndgameSolver(rules, plain_words()).solve(*endgame_of(game), {20'000, {}});
      if (!first.is_proven) continue;
      ++proofs;
      Game played(game);
      for (const Move& move : first.line) {
        const bool is_own = played.seat_to_move() == seat;
        const EndgameAnswer answer =
            EndgameSolver(rules, plain_words(), 0).solve(*endgame_of(played), {20'000, {}});
        if (answer.is_proven) BOOST_TEST(answer.spread == (is_own ? first.spread : -first.spread));
        BOOST_REQUIRE(played.play(move));
      }
    }
  }
  BOOST_TEST(proofs > count_for(3, 20));
}

// This is what a proof means: a player who follows it ends no worse than it said, whatever the other does.
BOOST_AUTO_TEST_CASE(no_other_player_brings_a_proven_solver_below_its_spread) {
  int proofs = 0;
  for (const char* name : {"hasbro", "hasbro-all-out"}) {
    const Ruleset& rules = shipped(name);
    EndgameSolver solver(rules, plain_words());
    for (const Game& game : real_endgames(rules, plain_words(), 30)) {
      const Seat seat = game.seat_to_move();
      const EndgameAnswer first = solver.solve(*endgame_of(game), {5000, {}});
      if (!first.is_proven) continue;
      ++proofs;
      for (std::uint64_t dice = 0; dice < 4; ++dice) {
        // The other player is greedy in the first of the four games, and plays random moves in the others.
        Game played(game);
        Random random(dice);
        MinimaxTwin twin(rules, plain_words());
        int sure = first.spread;
        while (!played.is_over()) {
          Move move = greedy_move(played);
          if (played.seat_to_move() == seat) {
            const EndgameAnswer answer = solver.solve(*endgame_of(played));
            BOOST_TEST(answer.spread >= sure);  // The other can only have made mistakes.
            sure = answer.spread;
            move = answer.best;
          } else if (dice > 0) {
            const std::vector<Move> moves = twin.moves(played);
            move = moves[random.below(moves.size())];
          }
          BOOST_REQUIRE(played.play(move));
        }
        BOOST_TEST(spread_of(played.final_scores(), seat) >= sure);
      }
    }
  }
  BOOST_TEST(proofs > 10);
}

BOOST_AUTO_TEST_CASE(a_smaller_table_or_none_proves_the_same_spread) {
  const Ruleset& rules = shipped("hasbro");
  int proofs = 0;
  for (const Game& game : real_endgames(rules, plain_words(), 40)) {
    const EndgamePosition position = *endgame_of(game);
    const EndgameAnswer large = EndgameSolver(rules, plain_words()).solve(position, {3000, {}});
    if (!large.is_proven) continue;
    ++proofs;
    for (std::size_t bytes : {0, 1, 100, 10'000}) {
      const EndgameAnswer small = EndgameSolver(rules, plain_words(), bytes).solve(position);
      BOOST_TEST(small.is_proven);
      BOOST_TEST(small.spread == large.spread);
      check_line(game, small);
    }
  }
  BOOST_TEST(proofs > 5);
}

// Here the solver meets a position again by another order of moves, while it asks about a lower gain. All
// that it knows of the position is an upper bound of its gain, and that does not answer the question.
BOOST_AUTO_TEST_CASE(the_most_that_a_position_can_gain_is_not_taken_for_what_it_gains) {
  const Ruleset rules = own_ruleset("small", "A4 B4 C4 D3 E3", [](RulesetFields& fields) {
    fields.size = 5;
    fields.rack = 4;
    fields.height = 3;
    fields.players_max = 2;
    fields.all_tiles_bonus = 3;
    fields.pass_rounds = 1;
    fields.left_over = 3;
  });
  const Lexicon lexicon =
      lexicon_of(rules, "ECCA DD BD DB CBC DE DEE ADE CBB CAE EDAC CEEA BCC AC ADA BBAD BDC");
  EndgamePosition position(rules.size);
  for (const auto& [row, column, height, face] : {std::tuple(0, 2, 1, "B"),
                                                  {1, 2, 2, "D"},
                                                  {2, 1, 1, "A"},
                                                  {2, 2, 1, "C"},
                                                  {3, 0, 1, "D"},
                                                  {3, 1, 2, "D"},
                                                  {4, 1, 2, "E"}}) {
    position.board.put({static_cast<std::int8_t>(row), static_cast<std::int8_t>(column)}, height,
                       lowest(tiles_of(rules, face).faces()));
  }
  position.racks = {tiles_of(rules, "ABBE"), tiles_of(rules, "ABCE")};
  position.spread = -6;
  const EndgameAnswer with_table = EndgameSolver(rules, lexicon).solve(position);
  const EndgameAnswer without = EndgameSolver(rules, lexicon, 0).solve(position);
  BOOST_TEST(with_table.is_proven);
  BOOST_TEST(without.is_proven);
  BOOST_TEST(with_table.nodes < without.nodes);
  BOOST_TEST(with_table.spread == -11);
  BOOST_TEST(without.spread == -11);
}

BOOST_AUTO_TEST_CASE(where_nothing_can_be_played_the_answer_is_a_pass_and_proven) {
  const Ruleset& rules = shipped("hasbro");
  const Lexicon lexicon = lexicon_of(rules, "AT");
  EndgameSolver solver(rules, lexicon);
  EndgamePosition position(rules.size);
  position.board = Table(rules, lexicon).set("5d.AT").board;
  position.spread = 7;
  position.racks = {tiles_of(rules, "XY"), tiles_of(rules, "Z")};
  EndgameAnswer answer = solver.solve(position);
  BOOST_TEST((answer.best == Move(Pass{})));
  BOOST_TEST(answer.line.empty());
  BOOST_TEST(answer.is_proven);
  BOOST_TEST(answer.spread == 7 - 5);

  position.racks = {Tiles{}, tiles_of(rules, "AT")};  // Seat 0 is out already.
  answer = solver.solve(position);
  BOOST_TEST(answer.line.empty());
  BOOST_TEST(answer.is_proven);
  BOOST_TEST(answer.spread == 7 + 10);
}

// The C would earn 6 points, but then the other player could lay the D for 8; without the C it has no place.
BOOST_AUTO_TEST_CASE(a_pass_is_better_than_a_play_that_opens_the_board) {
  const Ruleset rules = own_ruleset("small", "A2 B2 C2 D2 E2 F2", [](RulesetFields& fields) {
    fields.size = 4;
    fields.rack = 2;
    fields.players_max = 2;
    fields.left_over = 0;
  });
  const Lexicon lexicon = lexicon_of(rules, "AB ABC ABCD");
  EndgameSolver solver(rules, lexicon);
  EndgamePosition position(rules.size);
  position.board = Table(rules, lexicon).set("2a.AB").board;
  position.racks = {tiles_of(rules, "CE"), tiles_of(rules, "DF")};
  position.spread = 3;
  for (const int other_passes : {0, 1}) {
    position.passes_in_a_row = {0, other_passes};
    const EndgameAnswer answer = solver.solve(position);
    BOOST_TEST(answer.is_proven);
    BOOST_TEST(answer.spread == 3);
    BOOST_TEST((answer.best == Move(Pass{})));
    BOOST_TEST(answer.line.size() == 2U - static_cast<std::size_t>(other_passes));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
