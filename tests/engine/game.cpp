#include "engine/game.h"

#include <numeric>

#include "tests/engine/scenario.h"
#include "tests/engine/self_play.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(game)

namespace {

// The bag of hasbro for the seed 42, printed by tests/engine/golden_bag.py, which shares no code with the
// engine.
constexpr const char* kBagOf42 =
    "OOFCUDLGTASNRSOPVXTAEPIDFKRPKBITDYZDUNOOEIUJELISALEUEOSSNGFIUDELTAMMEMWWGIRCBHCNAAIYSQMNLAHEHMBTCROR";

using Counts = std::array<int, kMaxFaces>;

void add(Counts& counts, const Tiles& tiles, int times = 1) {
  for (Face face = 0; face < kMaxFaces; ++face) counts[face] += times * tiles.count(face);
}

// The tiles on the board: all those that are neither on the racks nor in the bag.
Counts tiles_on_board(const Game& game) {
  Counts counts{};
  add(counts, game.rules().tiles());
  for (Face face : game.bag()) --counts[face];
  for (const Seat seat : each<Seat>(game.players())) add(counts, game.rack(seat), -1);
  return counts;
}

// Follows a game turn by turn and checks it against docs/rules.md, "A game".
class Witness {
 public:
  explicit Witness(const Game& game)
      : game_(game), board_(game.board()), generator_(game.rules(), game.lexicon()) {
    look(Counts{});
    for (const Seat seat : each<Seat>(game.players())) {
      BOOST_REQUIRE(game.rack(seat).size() == game.rules().rack);
      BOOST_REQUIRE(game.score(seat) == 0);
    }
  }

  // Is called after each turn; the game has no challenges.
  void see(const Turn& turn) {
    BOOST_REQUIRE(turn.seat == to_move_);
    Counts laid{};
    int tiles_laid = 0;
    for (std::int8_t row = 0; row < board_.size(); ++row) {
      for (std::int8_t column = 0; column < board_.size(); ++column) {
        const Square square{row, column};
        const int more = game_.board().height(square) - board_.height(square);
        BOOST_REQUIRE((more == 0 || more == 1));
        if (more == 0)
          BOOST_REQUIRE((!board_.is_occupied(square) || game_.board().top(square) == board_.top(square)));
        if (more == 1) ++laid[game_.board().top(square)], ++tiles_laid;
      }
    }
    BOOST_REQUIRE((tiles_laid > 0) == std::holds_alternative<Placement>(turn.move));
    board_ = game_.board();
    look(laid);

    int points = 0;
    for (const FormedWord& word : turn.words) points += word.points;
    if (tiles_laid == game_.rules().rack) points += game_.rules().all_tiles_bonus;
    BOOST_REQUIRE(turn.points == points);
    scores_[turn.seat] += points;
    BOOST_REQUIRE(turn.total == scores_[turn.seat]);
    for (const Seat seat : each<Seat>(game_.players())) BOOST_REQUIRE(game_.score(seat) == scores_[seat]);
    BOOST_REQUIRE((game_.rack(turn.seat).size() == game_.rules().rack || game_.bag().empty()));
    BOOST_REQUIRE((game_.moves().back() == turn.move));
    BOOST_REQUIRE(game_.moves().size() == game_.turns().size());

    const bool is_free = std::holds_alternative<Exchange>(turn.move) && game_.rules().free_exchanges > 0;
    if (!is_free) passes_ = std::holds_alternative<Pass>(turn.move) ? passes_ + 1 : 0;
    if (!is_free) scoreless_ = points > 0 ? 0 : scoreless_ + 1;
    free_exchanges_ += is_free;
    expect_end();
    if (!is_free) to_move_ = next();
    if (!game_.is_over()) BOOST_REQUIRE(game_.seat_to_move() == to_move_);
  }

 private:
  void look(const Counts& laid) {
    for (Face face = 0; face < kMaxFaces; ++face) on_board_[face] += laid[face];
    BOOST_REQUIRE((tiles_on_board(game_) == on_board_));
    BOOST_REQUIRE(std::accumulate(on_board_.begin(), on_board_.end(), 0) == game_.board().tiles());
    for (const Seat seat : each<Seat>(game_.players())) {
      Counts all = on_board_;
      add(all, game_.rack(seat));
      add(all, game_.unseen_by(seat));
      Counts expected{};
      add(expected, game_.rules().tiles());
      BOOST_REQUIRE((all == expected));
    }
  }

  bool has_tiles(Seat seat) const { return !game_.rack(seat).empty(); }
  int with_tiles() const {
    int count = 0;
    for (const Seat seat : each<Seat>(game_.players())) count += has_tiles(seat);
    return count;
  }
  Seat next() const {
    Seat seat = seat_after(to_move_, game_.players());
    while (!has_tiles(seat) && seat != to_move_) seat = seat_after(seat, game_.players());
    return seat;
  }

  void expect_end() {
    const Ruleset& rules = game_.rules();
    std::string end;
    const auto say = [&](const char* why) { end = end.empty() ? why : end; };
    const int out = rules.end == EndRule::all_out ? game_.players() : 1;
    if (game_.bag().empty() && game_.players() - with_tiles() >= out) say("out");
    bool can_play = false;
    for (const Seat seat : each<Seat>(game_.players()))
      can_play = can_play || generator_.has_play(game_.board(), game_.rack(seat));
    const bool can_exchange =
        !game_.bag().empty() && (rules.free_exchanges == 0 || free_exchanges_ < rules.free_exchanges);
    if (!can_play && !can_exchange) say("stuck");
    if (passes_ >= rules.pass_rounds * with_tiles()) say("passed");
    if (scoreless_ >= rules.scoreless_rounds * with_tiles()) say("scoreless");
    BOOST_REQUIRE_MESSAGE(game_.is_over() == !end.empty(),
                          "after " << game_.turns().size() << " turns the game is over: " << end);
    if (game_.is_over()) BOOST_REQUIRE(name_of(game_.end()) == end);
  }

  const Game& game_;
  Board board_;
  MoveGenerator generator_;
  Counts on_board_{};
  std::array<int, kMaxPlayers> scores_{};
  Seat to_move_{};
  int passes_ = 0, scoreless_ = 0, free_exchanges_ = 0;
};

// The section "Words in doubt" of docs/rules.md, written a second time. It keeps track of who is asked and
// who moves next, in games without forfeits.
class DoubtWitness {
 public:
  explicit DoubtWitness(const Game& game) : game_(game), board_(game.board()) {}

  // Is called before the move is played.
  void expect(const Move& move) {
    if (std::holds_alternative<Placement>(move)) {
      asked_ = next(mover_);
      board_ = game_.board();
      rack_ = game_.rack(mover_);
      bag_ = game_.bag();
    } else if (std::holds_alternative<Accept>(move)) {
      asked_ = next(*asked_);
      if (asked_ == mover_) stand();
    } else if (std::holds_alternative<Challenge>(move)) {
      is_known_ ? stand() : come_back();
    } else {
      end_turn();
    }
  }

  // Is called after the move; if that was a play, `turn` is its turn.
  void see(const Turn& turn) {
    if (std::holds_alternative<Placement>(turn.move)) {
      is_known_ = std::ranges::all_of(
          turn.words, [&](const FormedWord& word) { return game_.lexicon().contains(word.placed.word); });
      points_ = 0;
      for (const FormedWord& word : turn.words) points_ += word.points;
      if (rack_.size() - game_.rack(mover_).size() == game_.rules().rack)
        points_ += game_.rules().all_tiles_bonus;
      BOOST_REQUIRE(turn.worth == points_);
    }
    for (const Seat seat : each<Seat>(game_.players())) BOOST_REQUIRE(game_.score(seat) == scores_[seat]);
    BOOST_REQUIRE(game_.moves().size() == moves_ + asked_.has_value());
    if (game_.is_over()) return;
    BOOST_REQUIRE(game_.taken_back_in_turn() == taken_back_);
    BOOST_REQUIRE(game_.is_question() == asked_.has_value());
    BOOST_REQUIRE(game_.seat_to_move() == asked_.value_or(mover_));
    if (!came_back_) return;
    came_back_ = false;
    BOOST_REQUIRE((game_.board() == board_));
    BOOST_REQUIRE((game_.bag() == bag_));
  }
  // The number of turns in which three plays or more were taken back.
  int long_turns() const { return long_turns_; }

 private:
  Seat next(Seat seat) const { return seat_after(seat, game_.players()); }
  void end_turn() {
    ++moves_;
    taken_back_ = 0;
    asked_.reset();
    mover_ = next(mover_);
  }
  void stand() {
    scores_[mover_] += points_;
    end_turn();
  }
  void come_back() {
    asked_.reset();
    came_back_ = true;
    if (++taken_back_ == 3) ++long_turns_;
  }

  const Game& game_;
  Board board_;
  Tiles rack_;
  std::vector<Face> bag_;
  std::array<int, kMaxPlayers> scores_{};
  std::size_t moves_ = 0;
  Seat mover_{};
  int taken_back_ = 0, long_turns_ = 0, points_ = 0;
  bool is_known_ = true, came_back_ = false;
  std::optional<Seat> asked_;
};

// Ranks in the simplest way: sort the scores, and give equal ones the place of the first of them.
std::vector<int> ranks_of(const std::vector<int>& scores) {
  std::vector<int> ranks;
  for (int score : scores) {
    std::vector<int> sorted = scores;
    std::ranges::sort(sorted, std::greater());
    ranks.push_back(static_cast<int>(std::ranges::find(sorted, score) - sorted.begin()) + 1);
  }
  return ranks;
}

const Lexicon& plain_words(const Ruleset& rules) {
  static std::map<std::string, Lexicon> lexicons;
  const auto found = lexicons.find(rules.name);
  if (found != lexicons.end()) return found->second;
  return lexicons.emplace(rules.name, lexicon_of(rules, word_list("plain.txt"))).first->second;
}

std::string bag_of(const Game& game) {
  return game.rules().alphabet().symbols(game.bag());
}

std::string rack_of(const Game& game, int seat) {
  return game.rules().alphabet().symbols(game.rack(Seat{seat}));
}

std::string sorted(std::string letters) {
  std::ranges::sort(letters);
  return letters;
}

std::string moves_of(const Game& game) {
  std::string moves;
  for (const Move& move : game.moves())
    moves += (moves.empty() ? "" : " ") + format_move(move, game.rules().alphabet());
  return moves;
}

// Plays a move; returns "played", or the reason why it was refused.
std::string play(Game& game, const std::string& text) {
  const auto played = game.play(move_of(game.rules(), text));
  return played ? "played" : std::string(name_of(played.error().reason));
}

// Plays moves, none of which may be refused.
void play_all(Game& game, const std::vector<std::string>& moves) {
  for (const std::string& move : moves) BOOST_REQUIRE_MESSAGE(play(game, move) == "played", move);
}

std::string end_of(const Game& game) {
  return game.is_over() ? std::string(name_of(game.end())) : "going on";
}

// A ruleset with one kind of tile only: nothing is left to chance, and plays only lengthen or cross words.
Ruleset all_alike(int count, int rack, const std::function<void(RulesetFields&)>& change = {}) {
  return own_ruleset("all-alike", "A" + std::to_string(count), [&](RulesetFields& fields) {
    fields.size = 8;
    fields.rack = rack;
    fields.players_max = 2;
    fields.plural_s = PluralS::allow;
    if (change) change(fields);
  });
}

Lexicon all_lengths(const Ruleset& rules) {
  return lexicon_of(rules, "aa aaa aaaa aaaaa aaaaaa aaaaaaa aaaaaaaa");
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_bag_is_that_of_an_independent_program) {
  const Ruleset& rules = shipped("hasbro");
  const auto bag = [&](std::uint64_t seed) {
    return rules.alphabet().symbols(Game(rules, plain_words(rules), seed, 2).first_bag());
  };
  BOOST_TEST(bag(42) == kBagOf42);
  BOOST_TEST(
      bag(0) ==
      "LPEYOWDMDTLEIBHTGHRIOEZOHUUTRWPRNAATELGUAMJSSNFBVUUAEQMERDBOMLICPODGCCOFLIARSKTCEKXOIEFSNISSINAMNAYD");
  BOOST_TEST(
      bag(18446744073709551615u) ==
      "NNIIHDDGOHYIKNGOCTPASLBDMYIEIESROCEINALATWMVERSPUCPJOENTABFUWTHMAKLTRULOMSMFESODDERGBURCOSFZIEXULAQA");
}

BOOST_AUTO_TEST_CASE(two_players_draw_from_the_two_ends_of_the_bag) {
  const Ruleset& rules = shipped("hasbro");
  const std::string bag = kBagOf42;
  const Game game(rules, plain_words(rules), 42, 2);
  BOOST_TEST(rack_of(game, 0) == sorted(bag.substr(0, 7)));
  BOOST_TEST(rack_of(game, 1) == sorted(bag.substr(93)));
  BOOST_TEST(bag_of(game) == bag.substr(7, 86));
}

BOOST_AUTO_TEST_CASE(other_numbers_of_players_draw_from_the_front_seat_by_seat) {
  const std::string bag = kBagOf42;
  for (int players : {3, 4}) {
    const Game game(shipped("hasbro"), plain_words(shipped("hasbro")), 42, players);
    for (const Seat seat : each<Seat>(players))
      BOOST_TEST(rack_of(game, seat) == sorted(bag.substr(7u * static_cast<std::size_t>(seat), 7)));
    BOOST_TEST(bag_of(game) == bag.substr(7u * static_cast<std::size_t>(players)));
  }
  const Game solo(shipped("solo"), plain_words(shipped("solo")), 42, 1);
  BOOST_TEST(rack_of(solo, 0) == sorted(bag.substr(0, 7)));
  BOOST_TEST(bag_of(solo) == bag.substr(7));
}

BOOST_AUTO_TEST_CASE(an_exchange_draws_first_and_puts_back_where_an_independent_program_does) {
  Game game(shipped("hasbro"), plain_words(shipped("hasbro")), 42, 2);
  const auto played = game.play(move_of(game.rules(), "ex.O"));
  BOOST_REQUIRE(played);
  BOOST_TEST(game.rules().alphabet().symbols(game.turns().back().drawn) == "G");
  BOOST_TEST(bag_of(game) ==
             "TASNRSOPVXTAEPIDFKRPKBITDYZDUNOOEIUJELISALEUEOSSNGFIUDELTAMMEMOWWGIRCBHCNAAIYSQMNLAHEH");
  BOOST_TEST(rack_of(game, 0) == sorted("OFCUDLG"));
  BOOST_TEST(game.seat_to_move() == 1);
  BOOST_TEST(game.score(Seat{0}) == 0);
  // Seat 1 draws its tile from the back.
  BOOST_REQUIRE(play(game, "ex.M") == "played");
  BOOST_TEST(rack_of(game, 1) == sorted("RORCTBH"));
}

BOOST_AUTO_TEST_CASE(an_exchange_needs_the_tile_and_a_bag_with_tiles) {
  Game game(shipped("hasbro"), plain_words(shipped("hasbro")), 42, 2);
  BOOST_TEST(play(game, "ex.Z") == "rack");
  BOOST_TEST(play(game, "ex.?") == "rack");
  const Ruleset rules = all_alike(6, 3);
  const Lexicon lexicon = all_lengths(rules);
  Game empty(rules, lexicon, 1, 2);
  BOOST_TEST(play(empty, "ex.A") == "no_exchange");
  BOOST_TEST(play(empty, "ex.?") == "rack");
}

BOOST_AUTO_TEST_CASE(every_tile_is_somewhere_and_the_game_ends_as_the_rules_say) {
  std::map<std::string, int> ends;
  int games = 0;
  for (const std::string& name : shipped_ruleset_names()) {
    const Ruleset& rules = shipped(name);
    if (rules.has_challenges()) continue;
    const Lexicon& lexicon = plain_words(rules);
    for (int players = rules.players_min; players <= rules.players_max; ++players) {
      for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const Habits habits = seed % 3 == 0   ? Habits{0, 0, 100}
                              : seed % 3 == 1 ? Habits{8, 8, 30}
                                              : Habits{30, 60, 10};
        SelfPlay self_play(rules, lexicon, seed, players, habits);
        Witness witness(self_play.game());
        while (!self_play.game().is_over()) witness.see(self_play.play_turn());
        const Game& game = self_play.game();
        ++ends[std::string(name_of(game.end()))];
        ++games;
        std::vector<int> scores;
        for (const Seat seat : each<Seat>(players))
          scores.push_back(game.score(seat) - rules.left_over * game.rack(seat).size());
        BOOST_TEST(game.final_scores() == scores, boost::test_tools::per_element());
        BOOST_TEST(game.ranks() == ranks_of(scores), boost::test_tools::per_element());
      }
    }
  }
  BOOST_TEST(games >= 80);
  for (const char* end : {"out", "stuck", "passed", "scoreless"})
    BOOST_TEST(ends[end] > 0, end << " happened");
}

BOOST_AUTO_TEST_CASE(idle_games_end_as_the_rules_say) {
  std::map<std::string, int> ends;
  for (const char* name : {"hasbro", "app"}) {
    for (int players = 2; players <= 4; ++players) {
      for (std::uint64_t seed = 0; seed < 40; ++seed) {
        SelfPlay self_play(shipped(name), plain_words(shipped(name)), seed, players, {45, 45, 50});
        Witness witness(self_play.game());
        while (!self_play.game().is_over()) witness.see(self_play.play_turn());
        ++ends[name + std::string(name_of(self_play.game().end()))];
      }
    }
  }
  for (const char* end : {"hasbropassed", "hasbroscoreless", "appscoreless"})
    BOOST_TEST(ends[end] > 10, end << " happened");
}

BOOST_AUTO_TEST_CASE(small_games_end_as_the_rules_say) {
  // Games with small bags end soon, and in odd ways.
  std::map<std::string, int> ends;
  Random random(8);
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Ruleset rules = own_ruleset("small", "A3 E3 T3 S3 N2 R2 Q1=QU I2", [&](RulesetFields& fields) {
      fields.size = 4 + static_cast<int>(random.below(3));
      fields.rack = 2 + static_cast<int>(random.below(3));
      fields.height = 1 + static_cast<int>(random.below(5));
      fields.end = random.below(2) == 0 ? EndRule::first_out : EndRule::all_out;
      fields.pass_rounds = 1 + static_cast<int>(random.below(3));
      fields.scoreless_rounds = 1 + static_cast<int>(random.below(4));
      fields.players_min = 1;
    });
    const Lexicon lexicon = lexicon_of(
        rules,
        "at ate sat sea tea teas in tin tins net nest rest quit quits quiet rat rats as is it its ant "
        "ants near neat rain ran star stir tear tire tree an in are art east eat sit site tie");
    SelfPlay self_play(rules, lexicon, seed, 1 + static_cast<int>(random.below(4)), {5, 10, 50});
    if (self_play.game().is_over()) continue;
    Witness witness(self_play.game());
    while (!self_play.game().is_over()) witness.see(self_play.play_turn());
    ++ends[std::string(name_of(self_play.game().end()))];
  }
  for (const char* end : {"out", "stuck", "passed", "scoreless"})
    BOOST_TEST(ends[end] > 5, end << " happened");
}

BOOST_AUTO_TEST_CASE(a_seat_of_two_sees_the_same_tiles_whatever_the_other_does) {
  const Ruleset& rules = shipped("hasbro");
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    for (const Habits& habits : {Habits{0, 0, 100}, Habits{5, 0, 0}}) {
      SelfPlay self_play(rules, plain_words(rules), seed, 2, habits);
      const Game& game = self_play.game();
      std::array<std::string, 2> sequence;
      while (!game.is_over()) {
        if (self_play.game().bag().empty()) break;
        const Turn& turn = self_play.play_turn();
        if (std::holds_alternative<Exchange>(turn.move)) break;  // An exchange changes the order of the bag.
        for (Face face : turn.drawn) sequence[turn.seat] += rules.alphabet().symbol(face);
      }
      const std::string bag = rules.alphabet().symbols(game.first_bag());
      const std::string reversed(bag.rbegin(), bag.rend());
      BOOST_TEST(sequence[0].size() > 10u);
      BOOST_TEST(sequence[0] == bag.substr(7, sequence[0].size()));
      BOOST_TEST(sequence[1] == reversed.substr(7, sequence[1].size()));
    }
  }
}

BOOST_AUTO_TEST_CASE(the_same_seed_and_moves_give_the_same_game) {
  const Ruleset& rules = shipped("hasbro");
  SelfPlay self_play(rules, plain_words(rules), 3, 3, {3, 10, 50});
  while (!self_play.game().is_over()) self_play.play_turn();
  const Game& first = self_play.game();
  Game second(rules, plain_words(rules), 3, 3);
  for (const Turn& turn : first.turns()) BOOST_REQUIRE(second.play(turn.move));
  BOOST_TEST(second.is_over());
  BOOST_TEST((second.board() == first.board()));
  BOOST_TEST((second.bag() == first.bag()));
  BOOST_TEST((second.moves() == first.moves()));
  for (std::size_t i = 0; i < first.turns().size(); ++i) {
    BOOST_TEST((first.turns()[i].rack == second.turns()[i].rack));
    BOOST_TEST((first.turns()[i].drawn == second.turns()[i].drawn));
  }
}

BOOST_AUTO_TEST_CASE(a_refused_move_changes_nothing) {
  const Ruleset& rules = shipped("hasbro");
  Game game(rules, plain_words(rules), 42, 2);
  BOOST_REQUIRE(play(game, "5d.FOOD") == "played");
  const std::string bag = bag_of(game), rack = rack_of(game, 1), moves = moves_of(game);
  const Board board = game.board();
  for (const char* move : {"5d.FOOD", "5d.XOOD", "1a.ROB", "16a.ROT", "5d.COOR", "ex.Z", "ex.?", "challenge",
                           "accept", "5d.FOODS"}) {
    BOOST_TEST(play(game, move) != "played", move);
    BOOST_TEST(game.seat_to_move() == 1);
    BOOST_TEST(bag_of(game) == bag);
    BOOST_TEST(rack_of(game, 1) == rack);
    BOOST_TEST(moves_of(game) == moves);
    BOOST_TEST(game.turns().size() == 1u);
    BOOST_TEST((game.board() == board));
    BOOST_TEST(!game.is_over());
  }
}

BOOST_AUTO_TEST_CASE(passes_all_round_end_the_game) {
  struct Case {
    std::string rules;
    int players, passes;
  };
  for (const Case& each : {Case{"hasbro", 2, 2}, Case{"hasbro", 3, 3}, Case{"hasbro", 4, 4},
                           Case{"app", 2, 6}, Case{"app", 4, 12}, Case{"solo", 1, 1}}) {
    Game game(shipped(each.rules), plain_words(shipped(each.rules)), 42, each.players);
    for (int pass = 0; pass < each.passes; ++pass) {
      BOOST_TEST(end_of(game) == "going on");
      BOOST_TEST(game.seat_to_move() == pass % each.players);
      BOOST_REQUIRE(play(game, "pass") == "played");
    }
    BOOST_TEST(end_of(game) == "passed");
    // Each player has seven tiles left.
    for (int score : game.final_scores()) BOOST_TEST(score == -35);
    for (int rank : game.ranks()) BOOST_TEST(rank == 1);
  }
}

BOOST_AUTO_TEST_CASE(a_play_or_an_exchange_breaks_a_row_of_passes) {
  Game game(shipped("hasbro"), plain_words(shipped("hasbro")), 42, 2);
  play_all(game, {"pass", "ex.R", "ex.O", "pass", "5d.GOLD", "pass"});
  BOOST_TEST(end_of(game) == "going on");
  play_all(game, {"pass"});
  BOOST_TEST(end_of(game) == "passed");
}

BOOST_AUTO_TEST_CASE(three_rounds_of_passes_are_counted_anew_after_any_other_move) {
  const Ruleset rules = changed("app", [](RulesetFields& fields) { fields.scoreless_rounds = 100; });
  Game game(rules, plain_words(rules), 42, 2);
  play_all(game, {"5d.FOOD", "pass", "pass", "pass", "pass", "pass", "ex.C"});
  for (int pass = 0; pass < 6; ++pass) {
    BOOST_TEST(end_of(game) == "going on");
    play_all(game, {"pass"});
  }
  BOOST_TEST(end_of(game) == "passed");
}

BOOST_AUTO_TEST_CASE(three_rounds_without_points_end_the_game) {
  for (int players : {2, 3, 4}) {
    Game game(shipped("hasbro"), plain_words(shipped("hasbro")), 5, players);
    for (int turn = 0; turn < 3 * players; ++turn) {
      BOOST_TEST(end_of(game) == "going on");
      const Face face = lowest(game.rack(game.seat_to_move()).faces());
      BOOST_REQUIRE(game.play(turn % 5 == 4 ? Move(Pass{}) : Move(Exchange{face})));
    }
    BOOST_TEST(end_of(game) == "scoreless");
  }
}

BOOST_AUTO_TEST_CASE(where_the_ruleset_has_no_limit_exchanges_go_on_and_passes_end_the_game) {
  const Ruleset rules = changed("hasbro", [](RulesetFields& fields) { fields.scoreless_rounds = 0; });
  Game game(rules, plain_words(rules), 5, 2);
  for (int turn = 0; turn < 500; ++turn) {
    BOOST_REQUIRE(end_of(game) == "going on");
    BOOST_REQUIRE(game.play(Exchange{lowest(game.rack(game.seat_to_move()).faces())}));
  }
  play_all(game, {"pass", "pass"});
  BOOST_TEST(end_of(game) == "passed");
}

BOOST_AUTO_TEST_CASE(points_begin_the_scoreless_rounds_anew) {
  Game game(shipped("hasbro"), plain_words(shipped("hasbro")), 42, 2);
  play_all(game, {"pass", "ex.R", "pass", "ex.R", "5d.FOOD", "ex.T", "pass", "ex.M", "pass", "ex.C"});
  BOOST_TEST(end_of(game) == "going on");
  play_all(game, {"pass"});
  BOOST_TEST(end_of(game) == "scoreless");
}

BOOST_AUTO_TEST_CASE(a_rack_and_the_bag_empty_end_the_game) {
  const Ruleset rules = all_alike(8, 3);
  const Lexicon lexicon = all_lengths(rules);
  Game game(rules, lexicon, 1, 2);
  play_all(game, {"4b.AAA", "b4.AA", "d4.AAA"});
  BOOST_TEST(game.bag().empty());
  BOOST_TEST(end_of(game) == "out");
  // Six points and the bonus for a full rack, then six points; the other player holds two tiles.
  BOOST_TEST(game.score(Seat{0}) == 26 + 6);
  BOOST_TEST(game.final_scores()[1] == 4 - 2 * 5);
  BOOST_TEST(game.ranks() == (std::vector<int>{1, 2}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(where_all_must_be_out_the_others_play_on) {
  const Ruleset rules = all_alike(6, 3, [](RulesetFields& fields) { fields.end = EndRule::all_out; });
  const Lexicon lexicon = all_lengths(rules);
  Game game(rules, lexicon, 1, 2);
  play_all(game, {"4b.AAA"});
  BOOST_TEST(end_of(game) == "going on");
  play_all(game, {"4b.AAAA"});
  BOOST_TEST(game.seat_to_move() == 1);
  play_all(game, {"4b.AAAAA"});
  BOOST_TEST(game.seat_to_move() == 1);
  play_all(game, {"4b.AAAAAA"});
  BOOST_TEST(end_of(game) == "out");
  BOOST_TEST(game.final_scores() == (std::vector<int>{26, 8 + 10 + 12}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(where_all_must_be_out_the_last_one_may_pass) {
  const Ruleset rules = all_alike(6, 3, [](RulesetFields& fields) {
    fields.end = EndRule::all_out;
    fields.pass_rounds = 2;
  });
  const Lexicon lexicon = all_lengths(rules);
  Game game(rules, lexicon, 1, 2);
  play_all(game, {"4b.AAA", "pass"});
  BOOST_TEST(end_of(game) == "going on");
  play_all(game, {"pass"});
  BOOST_TEST(end_of(game) == "passed");
  BOOST_TEST(game.final_scores()[1] == -15);
}

BOOST_AUTO_TEST_CASE(nobody_with_a_play_left_and_no_bag_end_the_game) {
  const Ruleset rules = all_alike(8, 4, [](RulesetFields& fields) { fields.size = 3; });
  const Lexicon lexicon = lexicon_of(rules, "aaa");
  Game game(rules, lexicon, 1, 2);
  play_all(game, {"2a.AAA"});
  BOOST_TEST(end_of(game) == "going on");
  // A corner would form AA, which is not a word here.
  play_all(game, {"b1.AAA"});
  BOOST_TEST(end_of(game) == "stuck");
  BOOST_TEST(game.final_scores() == (std::vector<int>{6 - 5, 6 - 10}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_game_without_any_play_is_over_before_it_begins_unless_tiles_can_be_exchanged) {
  for (int tiles : {8, 9}) {
    const Ruleset rules = all_alike(tiles, 4);
    const Lexicon lexicon = lexicon_of(rules, "aaaaa");
    BOOST_TEST(end_of(Game(rules, lexicon, 1, 2)) == (tiles == 8 ? "stuck" : "going on"));
  }
}

BOOST_AUTO_TEST_CASE(ranks_are_shared_by_equal_scores) {
  // One of three players plays for 8 points and draws four tiles, so all of them hold seven.
  Game game(shipped("hasbro"), plain_words(shipped("hasbro")), 42, 3);
  play_all(game, {"5d.FOOD", "pass", "pass", "pass"});
  BOOST_TEST(end_of(game) == "passed");
  BOOST_TEST(game.final_scores() == (std::vector<int>{8 - 35, -35, -35}), boost::test_tools::per_element());
  BOOST_TEST(game.ranks() == (std::vector<int>{1, 2, 2}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_penalty_comes_off_the_final_score_and_counts_for_the_ranks) {
  Game game(shipped("hasbro"), plain_words(shipped("hasbro")), 42, 2);
  game.penalize(Seat{1}, 10);
  game.penalize(Seat{1}, 5);
  BOOST_TEST(game.score(Seat{1}) == 0);
  while (!game.is_over()) BOOST_REQUIRE(game.play(Pass{}));
  const auto scores = game.final_scores();
  BOOST_TEST(scores[1] == scores[0] - 15);
  BOOST_TEST(game.ranks() == (std::vector{1, 2}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_adjudicated_game_stands_as_it_is) {
  Game fresh(shipped("hasbro"), plain_words(shipped("hasbro")), 42, 2);
  fresh.adjudicate();
  BOOST_TEST(end_of(fresh) == "adjudicated");
  BOOST_TEST(fresh.final_scores() == (std::vector{0, 0}), boost::test_tools::per_element());
  BOOST_TEST(fresh.ranks() == (std::vector{1, 1}), boost::test_tools::per_element());

  Game game(shipped("hasbro"), plain_words(shipped("hasbro")), 42, 2);
  play_all(game, {"5d.FOOD", "pass"});
  game.penalize(Seat{0}, 10);
  game.adjudicate();
  BOOST_TEST(end_of(game) == "adjudicated");
  BOOST_TEST(game.turns().size() == 2U);
  BOOST_TEST(game.rack(Seat{1}).size() == 7);
  BOOST_TEST(game.final_scores() == (std::vector{-2, 0}), boost::test_tools::per_element());
  BOOST_TEST(game.ranks() == (std::vector{2, 1}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(agreed_game_stands_as_it_is) {
  Game game(shipped("hasbro"), plain_words(shipped("hasbro")), 42, 2);
  play_all(game, {"5d.FOOD", "pass"});
  game.adjudicate(GameEnd::agreed);
  BOOST_TEST(end_of(game) == "agreed");
  BOOST_TEST(!game.resigned_seat());
  BOOST_TEST(game.final_scores() == (std::vector{8, 0}), boost::test_tools::per_element());
  BOOST_TEST(game.ranks() == (std::vector{1, 2}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(seat_that_resigns_is_last_whatever_the_scores) {
  const auto resigned = [](Seat seat, int penalty_of_first) {
    Game game(shipped("hasbro"), plain_words(shipped("hasbro")), 42, 2);
    play_all(game, {"5d.FOOD", "pass"});
    game.penalize(Seat{0}, penalty_of_first);
    game.resign(seat);
    BOOST_TEST(end_of(game) == "resigned");
    BOOST_TEST((game.resigned_seat() == seat));
    BOOST_TEST(game.is_playing(seat));  // It did not forfeit, so it is told the result.
    BOOST_TEST(game.final_scores() == (std::vector{8 - penalty_of_first, 0}),
               boost::test_tools::per_element());
    return game.ranks();
  };
  BOOST_TEST(resigned(Seat{1}, 0) == (std::vector{1, 2}), boost::test_tools::per_element());
  BOOST_TEST(resigned(Seat{1}, 8) == (std::vector{1, 2}), boost::test_tools::per_element());
  BOOST_TEST(resigned(Seat{1}, 20) == (std::vector{1, 2}), boost::test_tools::per_element());
  BOOST_TEST(resigned(Seat{0}, 0) == (std::vector{2, 1}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(who_forfeited_is_last_of_an_adjudicated_game_too) {
  Game four(shipped("hasbro"), plain_words(shipped("hasbro")), 42, 4);
  play_all(four, {"5d.FOOD"});
  four.forfeit(Seat{0});
  four.forfeit(Seat{2});
  four.adjudicate();
  BOOST_TEST(four.final_scores() == (std::vector{8, 0, 0, 0}), boost::test_tools::per_element());
  BOOST_TEST(four.ranks() == (std::vector{3, 1, 3, 1}), boost::test_tools::per_element());

  Game three(shipped("hasbro"), plain_words(shipped("hasbro")), 42, 3);
  three.forfeit(Seat{1});
  play_all(three, {"5d.FOOD"});
  three.adjudicate();
  BOOST_TEST(end_of(three) == "adjudicated");
  BOOST_TEST(three.ranks() == (std::vector{1, 3, 2}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_game_is_adjudicated_between_the_plays_of_a_turn_and_after_a_play_that_stands) {
  const Ruleset& rules = shipped("hasbro-challenge");
  Game taken_back(rules, plain_words(rules), 42, 2);
  play_all(taken_back, {"5d.DOOF", "challenge"});
  taken_back.adjudicate();
  BOOST_TEST(taken_back.final_scores() == (std::vector{0, 0}), boost::test_tools::per_element());
  BOOST_TEST(taken_back.board().tiles() == 0);

  Game stands(rules, plain_words(rules), 42, 2);
  play_all(stands, {"5d.DOOF", "accept"});
  stands.adjudicate();
  BOOST_TEST(stands.final_scores() == (std::vector{8, 0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_seat_that_forfeits_is_left_out_and_ranked_last) {
  Game game(shipped("hasbro"), plain_words(shipped("hasbro")), 42, 4);
  play_all(game, {"5d.FOOD"});
  game.forfeit(Seat{1});
  BOOST_TEST(end_of(game) == "going on");
  BOOST_TEST(game.seat_to_move() == 2);
  game.forfeit(Seat{0});
  BOOST_TEST(game.seat_to_move() == 2);
  play_all(game, {"pass"});
  BOOST_TEST(game.seat_to_move() == 3);
  play_all(game, {"pass"});
  BOOST_TEST(end_of(game) == "passed");
  BOOST_TEST(game.final_scores() == (std::vector<int>{8, 0, -35, -35}), boost::test_tools::per_element());
  BOOST_TEST(game.ranks() == (std::vector<int>{3, 3, 1, 1}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_last_seat_left_wins_by_forfeit) {
  Game two(shipped("hasbro"), plain_words(shipped("hasbro")), 42, 2);
  play_all(two, {"5d.FOOD"});
  two.forfeit(Seat{0});
  BOOST_TEST(end_of(two) == "forfeit");
  BOOST_TEST(two.final_scores() == (std::vector<int>{8, 0}), boost::test_tools::per_element());
  BOOST_TEST(two.ranks() == (std::vector<int>{2, 1}), boost::test_tools::per_element());
  Game three(shipped("hasbro"), plain_words(shipped("hasbro")), 42, 3);
  three.forfeit(Seat{2});
  BOOST_TEST(end_of(three) == "going on");
  three.forfeit(Seat{0});
  BOOST_TEST(end_of(three) == "forfeit");
  BOOST_TEST(three.ranks() == (std::vector<int>{2, 1, 2}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_round_of_passes_is_full_when_every_seat_left_has_passed) {
  Game game(shipped("app"), plain_words(shipped("app")), 42, 3);
  // Three of the seven passes are made by seat 0, and two by each other seat.
  play_all(game, {"pass", "pass", "pass", "pass", "pass", "pass", "pass"});
  game.forfeit(Seat{0});
  BOOST_TEST(end_of(game) == "going on");
  play_all(game, {"pass"});
  BOOST_TEST(end_of(game) == "going on");
  play_all(game, {"pass"});
  BOOST_TEST(end_of(game) == "passed");
}

BOOST_AUTO_TEST_CASE(a_forfeit_of_the_only_one_who_has_not_passed_ends_the_game) {
  Game game(shipped("hasbro"), plain_words(shipped("hasbro")), 42, 3);
  play_all(game, {"pass", "pass"});
  game.forfeit(Seat{2});
  BOOST_TEST(end_of(game) == "passed");
}

BOOST_AUTO_TEST_CASE(scoreless_rounds_are_counted_seat_by_seat_too) {
  Game game(shipped("hasbro"), plain_words(shipped("hasbro")), 42, 3);
  const auto exchange = [&] {
    BOOST_REQUIRE(game.play(Exchange{lowest(game.rack(game.seat_to_move()).faces())}));
  };
  for (int turn = 0; turn < 7; ++turn) exchange();
  game.forfeit(Seat{0});
  BOOST_TEST(end_of(game) == "going on");
  exchange();
  BOOST_TEST(end_of(game) == "going on");
  exchange();
  BOOST_TEST(end_of(game) == "scoreless");
}

BOOST_AUTO_TEST_CASE(a_forfeit_of_the_only_one_with_a_play_leaves_the_game_stuck) {
  // The three racks of two tiles take the whole bag, and only the seat with the B has a play.
  const Ruleset rules = own_ruleset("three-racks", "A5 B1", [](RulesetFields& fields) {
    fields.size = 6;
    fields.rack = 2;
    fields.players_min = fields.players_max = 3;
  });
  const Lexicon lexicon = lexicon_of(rules, "ab");
  int turns[3] = {};
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Game game(rules, lexicon, seed, 3);
    BOOST_REQUIRE(end_of(game) == "going on");
    Seat holder{};
    while (game.rack(holder).count(1) == 0) holder = seat_after(holder, game.players());
    ++turns[holder];
    game.forfeit(holder);
    BOOST_TEST(end_of(game) == "stuck", "the seat " << holder);
  }
  for (int count : turns) BOOST_TEST(count > 0);
}

BOOST_AUTO_TEST_CASE(a_doubtful_play_stands_when_all_have_accepted_it) {
  const Ruleset& rules = shipped("hasbro-challenge");
  Game game(rules, plain_words(rules), 42, 2);
  play_all(game, {"5d.DOOF"});
  BOOST_TEST(game.is_question());
  BOOST_TEST(game.seat_to_move() == 1);
  BOOST_TEST(game.score(Seat{0}) == 0);
  BOOST_TEST(rack_of(game, 0) == "CLU");
  BOOST_TEST(game.bag().size() == 86u);
  BOOST_TEST(moves_of(game) == "5d.DOOF");
  BOOST_TEST(game.turns()[0].points == 0);
  for (const char* move : {"pass", "ex.R", "5d.ROOF"}) BOOST_TEST(play(game, move) == "not_your_turn", move);
  play_all(game, {"accept"});
  BOOST_TEST(!game.is_question());
  BOOST_TEST(game.seat_to_move() == 1);
  BOOST_TEST(game.score(Seat{0}) == 8);
  BOOST_TEST(game.turns()[0].points == 8);
  BOOST_TEST(game.turns()[0].total == 8);
  BOOST_TEST(rules.alphabet().symbols(game.turns()[0].drawn) == "GTAS");
  BOOST_TEST(game.turns()[1].seat == 1);
  BOOST_TEST(moves_of(game) == "5d.DOOF");
  for (const char* answer : {"challenge", "accept"})
    BOOST_TEST(play(game, answer) == "not_your_turn", answer);
}

BOOST_AUTO_TEST_CASE(a_known_play_is_asked_about_too_and_a_wrong_challenge_costs_nothing) {
  const Ruleset& rules = shipped("hasbro-challenge");
  Game game(rules, plain_words(rules), 42, 4);
  play_all(game, {"5d.FOOD"});
  BOOST_TEST(game.is_question());
  BOOST_TEST(game.seat_to_move() == 1);
  play_all(game, {"challenge"});
  BOOST_TEST(!game.is_question());
  BOOST_TEST(game.score(Seat{0}) == 8);
  BOOST_TEST(game.seat_to_move() == 1);
  BOOST_TEST(game.score(Seat{1}) == 0);
  BOOST_TEST(game.turns().size() == 2u);
  BOOST_TEST(play(game, "ex." + std::string(1, rack_of(game, 1)[0])) == "played");
}

BOOST_AUTO_TEST_CASE(a_right_challenge_takes_the_tiles_back_and_the_same_player_moves_again) {
  const Ruleset& rules = shipped("hasbro-challenge");
  Game game(rules, plain_words(rules), 42, 2);
  play_all(game, {"5d.FOOD", "accept", "d5.FROTCM", "challenge"});
  BOOST_TEST(!game.is_question());
  BOOST_TEST(game.seat_to_move() == 1);
  BOOST_TEST(rack_of(game, 1) == "BCMORRT");
  BOOST_TEST(game.board().tiles() == 4);
  BOOST_TEST(game.board().is_occupied(Square{4, 3}));
  BOOST_TEST(!game.board().is_occupied(Square{5, 3}));
  BOOST_TEST(moves_of(game) == "5d.FOOD");
  BOOST_TEST(game.score(Seat{1}) == 0);
  BOOST_TEST(game.turns()[2].points == 0);
  BOOST_TEST(game.turns()[2].drawn.empty());
  BOOST_TEST(game.bag().size() == 82u);
  BOOST_TEST(play(game, "ex.R") == "no_exchange");
  play_all(game, {"d5.FORT", "accept"});
  BOOST_TEST(moves_of(game) == "5d.FOOD d5.FORT");
  BOOST_TEST(game.score(Seat{1}) == 8);
  BOOST_TEST(game.seat_to_move() == 0);
}

BOOST_AUTO_TEST_CASE(tiles_taken_back_from_a_stack_show_what_lay_below) {
  const Ruleset& rules = shipped("hasbro-challenge");
  Game game(rules, plain_words(rules), 42, 2);
  play_all(game, {"5d.FOOD", "accept"});
  const Board board = game.board();
  play_all(game, {"5d.TRMD"});
  BOOST_TEST(game.board().height(Square{4, 3}) == 2);
  play_all(game, {"challenge"});
  BOOST_TEST((game.board() == board));
}

BOOST_AUTO_TEST_CASE(any_number_of_plays_of_a_turn_may_be_challenged_away) {
  const Ruleset& rules = shipped("hasbro-challenge");
  Game game(rules, plain_words(rules), 42, 2);
  BOOST_TEST(game.taken_back_in_turn() == 0);
  for (int taken_back = 1; taken_back <= 6; ++taken_back) {
    play_all(game, {"5d.DOOF"});
    BOOST_TEST(moves_of(game) == "5d.DOOF");
    play_all(game, {"challenge"});
    BOOST_TEST(moves_of(game) == "");
    BOOST_TEST(game.taken_back_in_turn() == taken_back);
    BOOST_TEST(game.seat_to_move() == 0);
    BOOST_TEST(!game.is_question());
  }
  // The count begins anew in each turn.
  play_all(game, {"pass"});
  BOOST_TEST(game.taken_back_in_turn() == 0);
  play_all(game, {"ex.R", "5d.DOOF", "challenge", "5d.FOOD", "challenge"});
  BOOST_TEST(game.taken_back_in_turn() == 0);
  BOOST_TEST(moves_of(game) == "pass ex.R 5d.FOOD");
}

BOOST_AUTO_TEST_CASE(what_a_play_is_worth_is_known_while_it_is_in_doubt_the_whole_rack_included) {
  const Ruleset& rules = shipped("hasbro-challenge");
  Game game(rules, plain_words(rules), 42, 2);
  const std::string rack = rack_of(game, 0);
  play_all(game, {"5c." + rack});
  BOOST_TEST(game.turns()[0].worth == 2 * 7 + 20);
  BOOST_TEST(game.turns()[0].points == 0);
  play_all(game, {"challenge"});
  BOOST_TEST(game.turns()[0].worth == 2 * 7 + 20);
  BOOST_TEST(game.turns()[0].points == 0);
  play_all(game, {"5c." + rack, "accept"});
  BOOST_TEST(game.turns()[2].worth == game.turns()[2].points);
  BOOST_TEST(game.score(Seat{0}) == 2 * 7 + 20);
}

BOOST_AUTO_TEST_CASE(a_wrong_challenge_leaves_the_challenger_its_turn_and_later_seats_unasked) {
  const Ruleset& rules = shipped("hasbro-challenge");
  Game game(rules, plain_words(rules), 42, 4);
  play_all(game, {"5d.FOOD", "accept", "challenge"});
  BOOST_TEST(!game.is_question());
  BOOST_TEST(game.score(Seat{0}) == 8);
  BOOST_TEST(game.score(Seat{2}) == 0);
  BOOST_TEST(rack_of(game, 2).size() == 7u);
  BOOST_TEST(game.seat_to_move() == 1);
  play_all(game, {"pass"});
  BOOST_TEST(game.seat_to_move() == 2);
  BOOST_TEST(play(game, "challenge") == "not_your_turn");  // The next move has been made.
}

BOOST_AUTO_TEST_CASE(a_turn_lost_to_challenges_is_one_pass_of_its_round) {
  const Ruleset& rules = shipped("hasbro-challenge");
  Game game(rules, plain_words(rules), 42, 3);
  const auto lose_turn = [&](const std::string& word) {
    for (int i = 0; i < 3; ++i) play_all(game, {"5d." + word, "accept", "challenge"});
    play_all(game, {"pass"});
  };
  play_all(game, {"pass"});
  lose_turn(rack_of(game, 1).substr(0, 4));
  BOOST_TEST(end_of(game) == "going on");
  BOOST_TEST(game.seat_to_move() == 2);
  lose_turn(rack_of(game, 2).substr(0, 4));
  BOOST_TEST(end_of(game) == "passed");
  BOOST_TEST(moves_of(game) == "pass pass pass");
  BOOST_TEST(game.final_scores() == (std::vector<int>{-35, -35, -35}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(after_a_play_was_taken_back_the_player_may_pass) {
  const Ruleset& rules = shipped("hasbro-challenge");
  Game game(rules, plain_words(rules), 42, 2);
  play_all(game, {"5d.DOOF", "challenge", "pass"});
  BOOST_TEST(game.seat_to_move() == 1);
  BOOST_TEST(moves_of(game) == "pass");
  play_all(game, {"ex.R"});  // Seat 1 may exchange, though a play of seat 0 was taken back.
}

BOOST_AUTO_TEST_CASE(all_other_seats_are_asked_in_turn_order) {
  const Ruleset& rules = shipped("hasbro-challenge");
  Game game(rules, plain_words(rules), 42, 4);
  play_all(game, {"pass", "pass"});
  const std::string rack = rack_of(game, 2);
  play_all(game, {"5d." + rack.substr(0, 3)});
  for (const Seat seat : {Seat{3}, Seat{0}, Seat{1}}) {
    BOOST_TEST(game.is_question());
    BOOST_TEST(game.seat_to_move() == seat);
    BOOST_TEST(game.score(Seat{2}) == 0);
    play_all(game, {"accept"});
  }
  BOOST_TEST(!game.is_question());
  BOOST_TEST(game.score(Seat{2}) == 6);
  BOOST_TEST(game.seat_to_move() == 3);
  // The last seat that is asked may still challenge.
  play_all(game, {"pass", "pass", "pass"});
  const std::string next = rack_of(game, 2);
  play_all(game, {"5d." + rack.substr(0, 3) + next.substr(0, 2), "accept", "accept", "challenge"});
  BOOST_TEST(!game.is_question());
  BOOST_TEST(game.seat_to_move() == 2);
  BOOST_TEST(rack_of(game, 2) == next);
}

BOOST_AUTO_TEST_CASE(a_play_that_empties_the_rack_ends_the_game_only_when_it_stands) {
  const Ruleset rules =
      all_alike(6, 3, [](RulesetFields& fields) { fields.lexicon = LexiconRule::challenge; });
  const Lexicon lexicon = lexicon_of(rules, "aa aaaa");
  Game game(rules, lexicon, 1, 2);
  play_all(game, {"4b.AAA"});
  BOOST_TEST(end_of(game) == "going on");
  BOOST_TEST(game.rack(Seat{0}).empty());
  play_all(game, {"challenge"});
  BOOST_TEST(end_of(game) == "going on");
  BOOST_TEST(game.rack(Seat{0}).size() == 3);
  play_all(game, {"4b.AAA", "accept"});
  BOOST_TEST(end_of(game) == "out");
}

BOOST_AUTO_TEST_CASE(a_player_who_is_out_is_still_asked) {
  const Ruleset rules = all_alike(6, 3, [](RulesetFields& fields) {
    fields.lexicon = LexiconRule::challenge;
    fields.end = EndRule::all_out;
  });
  const Lexicon lexicon = lexicon_of(rules, "aa aaaa aaaaa aaaaaa");
  Game game(rules, lexicon, 1, 2);
  play_all(game, {"4b.AAA", "accept"});
  BOOST_TEST(game.seat_to_move() == 1);
  play_all(game, {"c4.AAA"});
  BOOST_TEST(game.is_question());
  BOOST_TEST(game.seat_to_move() == 0);
  play_all(game, {"challenge"});
  BOOST_TEST(game.seat_to_move() == 1);
  BOOST_TEST(game.rack(Seat{1}).size() == 3);
}

BOOST_AUTO_TEST_CASE(a_forfeit_amid_a_question_hands_the_question_on) {
  const Ruleset& rules = shipped("hasbro-challenge");
  {
    Game game(rules, plain_words(rules), 42, 4);  // The seat that is asked forfeits.
    play_all(game, {"5d.DOOF"});
    game.forfeit(Seat{1});
    BOOST_TEST(game.is_question());
    BOOST_TEST(game.seat_to_move() == 2);
    play_all(game, {"accept"});
    game.forfeit(Seat{3});
    BOOST_TEST(!game.is_question());
    BOOST_TEST(game.score(Seat{0}) == 8);
    BOOST_TEST(game.seat_to_move() == 2);
  }
  {
    Game game(rules, plain_words(rules), 42, 4);  // A seat that was asked forfeits, and one that would be.
    play_all(game, {"5d.DOOF", "accept"});
    game.forfeit(Seat{1});
    game.forfeit(Seat{3});
    BOOST_TEST(game.is_question());
    BOOST_TEST(game.seat_to_move() == 2);
    play_all(game, {"accept"});
    BOOST_TEST(!game.is_question());
    BOOST_TEST(game.seat_to_move() == 2);
  }
  {
    Game game(rules, plain_words(rules), 42, 2);
    play_all(game, {"5d.DOOF"});
    game.forfeit(Seat{1});
    BOOST_TEST(end_of(game) == "forfeit");
    BOOST_TEST(game.score(Seat{0}) == 8);
  }
}

BOOST_AUTO_TEST_CASE(a_play_whose_player_forfeits_stays_in_doubt) {
  const Ruleset& rules = shipped("hasbro-challenge");
  {
    Game game(rules, plain_words(rules), 42, 3);
    play_all(game, {"5d.DOOF", "accept"});
    game.forfeit(Seat{0});
    BOOST_TEST(game.is_question());
    BOOST_TEST(game.seat_to_move() == 2);
    play_all(game, {"accept"});
    BOOST_TEST(!game.is_question());
    BOOST_TEST(game.seat_to_move() == 1);
    BOOST_TEST(game.board().tiles() == 4);
    BOOST_TEST(game.bag().size() == 79u);  // A rack that was set aside is not filled up.
  }
  {
    Game game(rules, plain_words(rules), 42, 3);
    play_all(game, {"5d.DOOF"});
    game.forfeit(Seat{0});
    play_all(game, {"accept", "challenge"});
    BOOST_TEST(!game.is_question());
    BOOST_TEST(game.seat_to_move() == 1);
    BOOST_TEST(game.board().is_empty());
    BOOST_TEST(moves_of(game) == "");
    play_all(game, {"pass", "pass"});
    BOOST_TEST(end_of(game) == "passed");
  }
}

BOOST_AUTO_TEST_CASE(challenges_go_round_as_the_rules_say) {
  const Ruleset& rules = shipped("hasbro-challenge");
  Random random(5);
  int long_turns = 0, ends = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Game game(rules, plain_words(rules), seed, 2 + static_cast<int>(seed % 3));
    MoveGenerator generator(rules, game.lexicon());
    DoubtWitness witness(game);
    std::vector<ScoredPlay> plays;
    while (!game.is_over()) {
      Move move = Pass{};
      if (game.is_question()) {
        // Most challenges are right; some are wrong, and some wrong words are accepted.
        move = random.below(3) == 0 ? Move(Accept{}) : Move(Challenge{});
      } else if (random.below(20) != 0) {
        generator.generate(game.board(), game.rack(game.seat_to_move()), plays);
        sort_best_first(plays, rules.alphabet());
        if (!plays.empty()) move = plays[random.below(plays.size())].placement;
        // The same place and length with another tile in it is seldom a word.
        if (auto* placement = std::get_if<Placement>(&move); placement != nullptr && random.below(3) != 0) {
          const auto at = static_cast<int>(random.below(static_cast<std::uint64_t>(placement->word.size())));
          Placement bluff = *placement;
          bluff.word = {};
          for (int i = 0; i < placement->word.size(); ++i) {
            bluff.word.push_back(i == at ? lowest(game.rack(game.seat_to_move()).faces())
                                         : placement->word[i]);
          }
          const Judge judge(rules, game.lexicon());
          if (judge.judge(game.board(), game.rack(game.seat_to_move()), bluff)) move = bluff;
        }
      }
      witness.expect(move);
      const auto played = game.play(move);
      BOOST_REQUIRE_MESSAGE(played, format_move(move, rules.alphabet()));
      witness.see(game.turns().back());
    }
    long_turns += witness.long_turns();
    ends += game.end() == GameEnd::out || game.end() == GameEnd::stuck;
  }
  BOOST_TEST(long_turns > 10);
  BOOST_TEST(ends > 10);
}

BOOST_AUTO_TEST_CASE(games_of_chance_with_challenges_and_forfeits_come_to_an_end) {
  Random random(12);
  std::map<std::string, int> ends;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Ruleset rules = own_ruleset("doubtful", "A5 E5 T5 S5 N4 R4 Q1=QU I4", [&](RulesetFields& fields) {
      fields.size = 5 + static_cast<int>(random.below(3));
      fields.rack = 3;
      fields.lexicon = LexiconRule::challenge;
      fields.end = random.below(2) == 0 ? EndRule::first_out : EndRule::all_out;
    });
    const Lexicon lexicon = lexicon_of(
        rules, "at ate sat sea tea in tin net nest rest quit rat as is it an are art east eat sit tie tien");
    const int players = 2 + static_cast<int>(random.below(3));
    Game game(rules, lexicon, seed, players);
    MoveGenerator generator(rules, lexicon);
    std::vector<ScoredPlay> plays;
    int steps = 0;
    while (!game.is_over()) {
      BOOST_REQUIRE(++steps < 2000);
      const Seat seat = game.seat_to_move();
      BOOST_REQUIRE(game.is_playing(seat));
      Counts on_board = tiles_on_board(game);
      BOOST_REQUIRE(std::accumulate(on_board.begin(), on_board.end(), 0) == game.board().tiles());
      if (random.below(60) == 0) {
        const auto leaver = static_cast<Seat>(random.below(static_cast<std::uint64_t>(players)));
        if (game.is_playing(leaver)) game.forfeit(leaver);
      } else if (game.is_question()) {
        BOOST_REQUIRE(game.play(random.below(4) == 0 ? Move(Challenge{}) : Move(Accept{})));
      } else if (random.below(8) == 0) {
        BOOST_REQUIRE(game.play(Pass{}));
      } else if (random.below(2) == 0) {
        // Any tiles are laid at any place: most of these plays are refused, and some stand.
        Placement placement{{static_cast<std::int8_t>(random.below(rules.size)),
                             static_cast<std::int8_t>(random.below(rules.size))},
                            random.below(2) == 0 ? Direction::across : Direction::down,
                            {}};
        for (auto length = 2 + random.below(3); length > 0; --length)
          placement.word.push_back(static_cast<Face>(random.below(8)));
        static_cast<void>(game.play(placement).has_value());
      } else {
        generator.generate(game.board(), game.rack(seat), plays);
        sort_best_first(plays, rules.alphabet());
        if (!plays.empty()) BOOST_REQUIRE(game.play(plays[random.below(plays.size())].placement));
      }
    }
    ++ends[std::string(name_of(game.end()))];
    const std::vector<int> ranks = game.ranks();
    for (const Seat seat : each<Seat>(players)) {
      for (const Seat other : each<Seat>(players)) {
        if (game.is_playing(seat) && !game.is_playing(other)) BOOST_REQUIRE(ranks[seat] < ranks[other]);
      }
    }
  }
  for (const char* end : {"out", "stuck", "passed", "forfeit"}) BOOST_TEST(ends[end] > 3, end << " happened");
}

BOOST_AUTO_TEST_CASE(alone_five_exchanges_are_free_and_no_more) {
  const Ruleset& rules = shipped("solo");
  Game game(rules, plain_words(rules), 42, 1);
  play_all(game, {"5d.FOOD"});
  for (int i = 0; i < 5; ++i) {
    BOOST_REQUIRE(game.play(Exchange{lowest(game.rack(Seat{0}).faces())}));
    BOOST_TEST(end_of(game) == "going on");
    BOOST_TEST(game.seat_to_move() == 0);
    BOOST_TEST(game.rack(Seat{0}).size() == 7);
  }
  BOOST_TEST(game.moves().size() == 6u);
  const auto sixth = game.play(Exchange{lowest(game.rack(Seat{0}).faces())});
  BOOST_REQUIRE(!sixth);
  BOOST_TEST((sixth.error().reason == Reason::no_exchange));
  play_all(game, {"pass"});
  BOOST_TEST(end_of(game) == "passed");
  BOOST_TEST(game.final_scores() == std::vector<int>{8 - 35}, boost::test_tools::per_element());
  BOOST_TEST(game.ranks() == std::vector<int>{1}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(alone_a_pass_ends_the_game_though_exchanges_are_left) {
  const Ruleset& rules = shipped("solo");
  Game game(rules, plain_words(rules), 42, 1);
  play_all(game, {"5d.FOOD"});
  BOOST_REQUIRE(game.play(Exchange{lowest(game.rack(Seat{0}).faces())}));
  play_all(game, {"pass"});
  BOOST_TEST(end_of(game) == "passed");
  BOOST_TEST(game.final_scores() == std::vector<int>{8 - 35}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(alone_any_number_of_exchanges_in_a_row_is_no_scoreless_round) {
  const Ruleset rules = changed("solo", [](RulesetFields& fields) { fields.free_exchanges = 20; });
  Game game(rules, plain_words(rules), 42, 1);
  for (int i = 0; i < 20; ++i) BOOST_REQUIRE(game.play(Exchange{lowest(game.rack(Seat{0}).faces())}));
  BOOST_TEST(end_of(game) == "going on");
  BOOST_TEST(game.bag().size() == 93u);
}

BOOST_AUTO_TEST_CASE(alone_the_game_is_over_when_neither_a_play_nor_an_exchange_is_left) {
  const Ruleset& rules = shipped("solo");
  const Lexicon lexicon = lexicon_of(rules, "zzzz");
  Game game(rules, lexicon, 42, 1);
  for (int i = 0; i < 5; ++i) {
    BOOST_TEST(end_of(game) == "going on");
    BOOST_REQUIRE(game.play(Exchange{lowest(game.rack(Seat{0}).faces())}));
  }
  BOOST_TEST(end_of(game) == "stuck");
}

BOOST_AUTO_TEST_CASE(alone_the_game_is_over_when_the_tiles_are_used_up) {
  const Ruleset rules = all_alike(5, 3, [](RulesetFields& fields) {
    fields.players_min = fields.players_max = 1;
    fields.free_exchanges = 5;
  });
  const Lexicon lexicon = all_lengths(rules);
  Game game(rules, lexicon, 1, 1);
  play_all(game, {"4b.AAA", "4b.AAAAA"});
  BOOST_TEST(end_of(game) == "out");
  BOOST_TEST(game.final_scores()[0] == 26 + 10);
}

BOOST_AUTO_TEST_CASE(a_position_tells_a_seat_what_it_may_see) {
  const Ruleset& rules = shipped("hasbro");
  Game game(rules, plain_words(rules), 42, 3);
  const std::string tile = rack_of(game, 1).substr(0, 1);
  const std::string own = rack_of(game, 2).substr(0, 1);
  play_all(game, {"5d.FOOD", "ex." + tile, "ex." + own, "pass"});
  const Position position = game.position_of(Seat{2});
  BOOST_TEST((position.board == game.board()));
  BOOST_TEST((position.rack == game.rack(Seat{2})));
  BOOST_TEST(position.scores == (std::vector<int>{8, 0, 0}), boost::test_tools::per_element());
  BOOST_TEST(position.racks == (std::vector<int>{7, 7, 7}), boost::test_tools::per_element());
  BOOST_TEST(position.bag.value() == 100 - 21 - 4);
  BOOST_TEST(position.unseen.value().size() == 100 - 7 - 4);
  std::string moves;
  for (const Move& move : position.moves.value()) moves += format_move(move, rules.alphabet()) + " ";
  BOOST_TEST(moves == "5d.FOOD ex.? ex." + own + " pass ");
}

BOOST_AUTO_TEST_CASE(the_first_seat_is_drawn_by_the_face_nearest_to_a) {
  const Ruleset& rules = shipped("hasbro");
  std::array<int, 4> counts{};
  int ties = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const FirstDraw draw = draw_for_first(rules, seed, 4);
    const Seat seat = draw.first;
    BOOST_REQUIRE((seat >= 0 && seat < 4));
    BOOST_REQUIRE(draw_for_first(rules, seed, 4).first == seat);
    // In each round those draw who tied in the round before; the last round leaves one seat, nearest to A.
    std::vector<Seat> drawing = {Seat{0}, Seat{1}, Seat{2}, Seat{3}};
    for (const auto& round : draw.rounds) {
      std::vector<Seat> seats;
      Face nearest = kMaxFaces;
      for (const auto& tile : round) {
        seats.push_back(tile.seat);
        nearest = std::min(nearest, tile.face);
      }
      BOOST_REQUIRE(seats == drawing);
      drawing.clear();
      for (const auto& tile : round)
        if (tile.face == nearest) drawing.push_back(tile.seat);
    }
    BOOST_REQUIRE(drawing == std::vector{seat});
    ++counts[seat];
    std::vector<Face> bag;
    for (Face face = 0; face < 26; ++face)
      bag.insert(bag.end(), static_cast<std::size_t>(rules.tiles().count(face)), face);
    Random(first_seat_seed(seed)).shuffle(bag);
    for (std::size_t tile = 0; tile < 4; ++tile) BOOST_REQUIRE(draw.rounds[0][tile].face == bag[tile]);
    const Face least = *std::min_element(bag.begin(), bag.begin() + 4);
    BOOST_REQUIRE(bag[seat] == least || std::count(bag.begin(), bag.begin() + 4, least) > 1);
    if (std::count(bag.begin(), bag.begin() + 4, least) > 1) {
      BOOST_REQUIRE(bag[seat] == least);  // A tie is drawn again among the tied.
      BOOST_REQUIRE(draw.rounds.size() > 1U);
      ++ties;
    }
  }
  BOOST_TEST(ties > 50);
  for (int count : counts) BOOST_TEST(std::abs(count - 500) < 120);
  BOOST_TEST(draw_for_first(rules, 1, 1).first == 0);
}

BOOST_AUTO_TEST_CASE(a_draw_among_tiles_all_alike_comes_to_an_end) {
  const Ruleset rules = all_alike(8, 3);
  BOOST_TEST(draw_for_first(rules, 1, 2).first == 0);
}

BOOST_AUTO_TEST_CASE(ends_have_the_words_of_the_protocol) {
  std::string words;
  for (GameEnd end : {GameEnd::out, GameEnd::stuck, GameEnd::passed, GameEnd::scoreless, GameEnd::forfeit,
                      GameEnd::adjudicated, GameEnd::agreed, GameEnd::resigned})
    words += std::string(name_of(end)) + " ";
  BOOST_TEST(words == "out stuck passed scoreless forfeit adjudicated agreed resigned ");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
