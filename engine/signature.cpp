#include "engine/signature.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "engine/careless_moves.h"
#include "engine/endgame.h"

namespace toptile {

namespace {

// How often in a hundred turns a seat does something else than make a play. Games with other habits end in
// other ways.
struct Habits {
  int passes, exchanges, forfeits;
};
constexpr std::array<Habits, 4> kHabits = {{{2, 4, 0}, {2, 4, 2}, {50, 4, 0}, {2, 70, 0}}};

// A text of any length, kept as a hash: what was written last stands after the hash of all that was written
// before.
class HashedText {
 public:
  template <class... Values>
  void write(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
  }
  std::string& text() { return text_; }
  void fold() { text_ = sha256_hexadecimal(text_) + "\n"; }
  std::uint64_t value() const { return seed_from_text(text_); }

 private:
  std::string text_;
};

// A lexicon of all words spelled backwards, or nothing if there are no words.
std::optional<Lexicon> backwards(const Lexicon& lexicon) {
  std::string list;
  lexicon.for_each_word([&](const Word& word) {
    std::vector<Face> faces(word.begin(), word.end());
    std::ranges::reverse(faces);
    list += lexicon.alphabet().spell(Word(std::span<const Face>(faces))) + "\n";
  });
  auto built =
      build_lexicon("backwards", list, lexicon.alphabet(), lexicon.max_length(), Capitals::mean_nothing);
  if (!built) return std::nullopt;
  return std::move(built).value().lexicon;
}

class SignedGame {
 public:
  // Plays with unknown words are taken from `unknown_words`, which is null if no such play is legal.
  SignedGame(const Ruleset& rules, const Lexicon& lexicon, const Lexicon* unknown_words, int number,
             Signature& signature, HashedText& hashed)
      : rules_(rules),
        signature_(signature),
        hashed_(hashed),
        seed_(game_seed(0, static_cast<std::uint64_t>(number))),
        habits_(kHabits[static_cast<std::size_t>(number / table_sizes(rules)) % kHabits.size()]),
        random_(seed_from_text(fmt::format("toptile-signature/1 {}", number))),
        game_(rules, lexicon, seed_, rules.players_min + number % table_sizes(rules)),
        judge_(rules, lexicon),
        careless_(rules, lexicon, random_),
        generator_(rules, lexicon) {
    if (unknown_words != nullptr) unknown_plays_.emplace(rules, *unknown_words);
  }

  void play() {
    write_beginning();
    while (!game_.is_over()) {
      hashed_.fold();
      if (below(100) < habits_.forfeits) {
        forfeit();
      } else if (game_.is_question()) {
        answer();
      } else {
        take_turn();
      }
    }
    write_end();
    hashed_.fold();
    ++signature_.ends[static_cast<std::size_t>(game_.end())];
  }

 private:
  // How many different numbers of players a game may have.
  static int table_sizes(const Ruleset& rules) { return rules.players_max - rules.players_min + 1; }
  int below(int bound) { return static_cast<int>(random_.below(static_cast<std::uint64_t>(bound))); }
  const Alphabet& alphabet() const { return rules_.alphabet(); }

  void write_beginning() {
    const int drawn =
        rules_.first == FirstSeat::draw ? draw_for_first(rules_, seed_, game_.players()).first : -1;
    hashed_.write("game players {} first {} bag {}\n", game_.players(), drawn,
                  alphabet().symbols(game_.first_bag()));
    for (const Seat seat : each<Seat>(game_.players())) hashed_.write("seed {}\n", bot_seed(seed_, seat));
  }

  void forfeit() {
    Seat seat{below(game_.players())};
    while (!game_.is_playing(seat)) seat = seat_after(seat, game_.players());
    hashed_.write("forfeit {}\n", seat);
    game_.forfeit(seat);
  }

  void answer() {
    hashed_.write("question {}\n", game_.seat_to_move());
    expect_refusal(Pass{}, Reason::not_your_turn);
    const Move move = below(3) == 0 ? Move(Challenge{}) : Move(Accept{});
    TOPTILE_ASSERT(game_.play(move).has_value());
  }

  void take_turn() {
    const Tiles rack = game_.rack(game_.seat_to_move());
    ++signature_.positions;
    list_plays(rack, plays_);
    write_position();
    write_plays(plays_);
    if (!is_endgame_solved_) solve_endgame();
    if (game_.board().is_empty() || below(8) == 0) try_full_rack();
    if (below(8) == 0)
      expect_refusal(below(2) == 0 ? Move(Challenge{}) : Move(Accept{}), Reason::not_your_turn);
    try_careless_placement(rack);
    try_careless_placement(rules_.tiles());
    try_careless_tiles(below(2) == 0 ? rack : rules_.tiles());
    try_careless_text();
    Move move = choose(rack);
    if (auto played = game_.play(move); !played) {
      TOPTILE_ASSERT(std::holds_alternative<Exchange>(move));
      write_refusal(played.error());
      move = plays_.empty() ? Move(Pass{}) : Move(plays_.front().placement);
      TOPTILE_ASSERT(game_.play(move).has_value());
    }
  }

  // Lists the plays, best first, and checks that all ways to ask for plays agree.
  void list_plays(const Tiles& rack, std::vector<ScoredPlay>& plays) {
    const Board& board = game_.board();
    generator_.generate(board, rack, plays);
    sort_best_first(plays, alphabet());
    ScoredPlay best;
    TOPTILE_ASSERT(generator_.count(board, rack) == static_cast<int>(plays.size()));
    TOPTILE_ASSERT(generator_.has_play(board, rack) == !plays.empty());
    TOPTILE_ASSERT(generator_.find_best(board, rack, best) == !plays.empty());
    TOPTILE_ASSERT(plays.empty() || best == plays.front());
    signature_.plays += static_cast<std::int64_t>(plays.size());
  }

  // Solves an endgame once in a game, as soon as nothing is hidden.
  void solve_endgame() {
    constexpr std::uint64_t kNodes = 100;
    constexpr std::size_t kTableBytes = 1 << 16;
    const auto position = endgame_of(game_);
    if (!position) return;
    is_endgame_solved_ = true;
    EndgameBudget budget;
    budget.nodes = kNodes;
    const EndgameAnswer answer = EndgameSolver(rules_, game_.lexicon(), kTableBytes).solve(*position, budget);
    hashed_.write("endgame spread {} proven {} rounds {}\n", answer.spread, answer.is_proven, answer.rounds);
    for (const Move& move : answer.line) write_move(move);
    ++signature_.endgames;
  }

  // Chance alone hardly ever draws a rack that can be laid in one turn.
  void try_full_rack() {
    std::vector<ScoredPlay> plays;
    list_plays(careless_.rack_for_one_word(), plays);
    write_plays(plays);
  }

  void write_position() {
    const Position position = game_.position_of(game_.seat_to_move());
    hashed_.write("position seat {} rack {} unseen {} bag {} scores {} racks {}\n", game_.seat_to_move(),
                  alphabet().symbols(position.rack), alphabet().symbols(*position.unseen), *position.bag,
                  fmt::join(position.scores, ","), fmt::join(position.racks, ","));
    for (const Move& move : *position.moves) write_move(move);
    for (std::int8_t row = 0; row < position.board.size(); ++row) {
      for (std::int8_t column = 0; column < position.board.size(); ++column) {
        const Square square{row, column};
        const int height = position.board.height(square);
        hashed_.text() += static_cast<char>('0' + height);
        if (height > 0) hashed_.text() += alphabet().symbol(position.board.top(square));
      }
      hashed_.text() += '\n';
    }
  }

  void write_plays(const std::vector<ScoredPlay>& plays) {
    for (const ScoredPlay& play : plays) {
      append_placement(hashed_.text(), play.placement, alphabet());
      hashed_.write(" {}\n", play.points);
    }
  }

  void write_move(const Move& move) { hashed_.write("{}\n", format_move(move, alphabet())); }

  void write_refusal(const Refusal& refusal) {
    ++signature_.reasons[static_cast<std::size_t>(refusal.reason)];
    hashed_.write("refused {}\n", name_of(refusal.reason));
  }

  void write_words(const FormedWords& words, int points) {
    for (const FormedWord& word : words) {
      append_placement(hashed_.text(), word.placed, alphabet());
      hashed_.write(" {} ", word.points);
    }
    hashed_.write("points {}\n", points);
  }

  void write_judgement(const Judged<Play>& judged) {
    if (!judged) return write_refusal(judged.error());
    write_move(judged.value().placement);
    write_words(judged.value().words, judged.value().points);
  }

  void expect_refusal(const Move& move, Reason reason) {
    const auto played = game_.play(move);
    TOPTILE_ASSERT(!played && played.error().reason == reason);
    write_refusal(played.error());
  }

  void try_careless_placement(const Tiles& rack) {
    const Placement placement = careless_.placement(game_.board(), plays_);
    const auto judged = judge_.judge(game_.board(), rack, placement);
    write_judgement(judged);
    // The game must refuse what the judge refuses.
    if (!judged && rack == game_.rack(game_.seat_to_move())) expect_refusal(placement, judged.error().reason);
  }

  void try_careless_tiles(const Tiles& rack) {
    const std::vector<LaidTile> tiles = careless_.tiles(game_.board(), rack);
    write_judgement(judge_.judge_tiles(game_.board(), rack, tiles));
  }

  void try_careless_text() {
    const auto move = parse_move(careless_.text(plays_), alphabet());
    if (!move) return write_refusal(move.error());
    write_move(move.value());
  }

  // Chooses a move by the game's habits. A third of the plays are the best one; an exchange may be against
  // the rules.
  Move choose(const Tiles& rack) {
    const int die = below(100);
    if (die < habits_.passes) return Pass{};
    if (die < habits_.passes + habits_.exchanges || plays_.empty()) return exchange(rack);
    if (unknown_plays_ && below(6) == 0) {
      if (const auto unknown = unknown_play(rack)) return *unknown;
    }
    return plays_[below(3) == 0 ? 0 : random_.below(plays_.size())].placement;
  }

  // An exchange of a tile from the rack, or by mistake of one that is not there.
  Move exchange(const Tiles& rack) {
    if (rack.empty() || below(16) == 0) return Exchange{static_cast<Face>(below(alphabet().size()))};
    FaceSet faces = rack.faces();
    for (int skipped = below(std::popcount(faces)); skipped > 0; --skipped) faces &= faces - 1;
    return Exchange{lowest(faces)};
  }

  std::optional<Move> unknown_play(const Tiles& rack) {
    std::vector<ScoredPlay> plays;
    unknown_plays_->generate(game_.board(), rack, plays);
    if (plays.empty()) return std::nullopt;
    sort_best_first(plays, alphabet());
    return plays[random_.below(plays.size())].placement;
  }

  void write_end() {
    for (const Turn& turn : game_.turns()) {
      hashed_.write("turn seat {} rack {} total {} drawn {}\n", turn.seat, alphabet().symbols(turn.rack),
                    turn.total, alphabet().symbols(turn.drawn));
      write_move(turn.move);
      write_words(turn.words, turn.points);
    }
    hashed_.write("end {} scores {} ranks {}\n", name_of(game_.end()), fmt::join(game_.final_scores(), ","),
                  fmt::join(game_.ranks(), ","));
  }

  const Ruleset& rules_;
  Signature& signature_;
  HashedText& hashed_;
  const std::uint64_t seed_;
  const Habits habits_;
  Random random_;
  Game game_;
  Judge judge_;
  CarelessMoves careless_;
  MoveGenerator generator_;
  std::optional<MoveGenerator> unknown_plays_;
  std::vector<ScoredPlay> plays_;  // The plays of the seat to move, best first.
  bool is_endgame_solved_ = false;
};

}  // namespace

Signature signature_of(const Ruleset& rules, const Lexicon& lexicon, int games) {
  const auto unknown_words = rules.has_challenges() ? backwards(lexicon) : std::nullopt;
  Signature signature;
  HashedText hashed;
  for (int number = 0; number < games; ++number)
    SignedGame(rules, lexicon, unknown_words ? &*unknown_words : nullptr, number, signature, hashed).play();
  signature.value = hashed.value();
  return signature;
}

}  // namespace toptile
