#include "tools/champion/findings.h"

#include <algorithm>

#include "base/each.h"
#include "champion/static_player.h"
#include "tools/champion/in_threads.h"
#include "tools/champion/training.h"
#include "tools/champion/word_savings.h"

namespace toptile::champion {

namespace {

// How many plays are kept to find out what a word saved.
constexpr std::size_t kCandidates = 16;

class Observer {
 public:
  Observer(const Ruleset& rules, const Lexicon& lexicon, const Weights& weights)
      : rules_(rules), player_(rules, weights), judge_(rules, lexicon), game_(rules, lexicon) {}

  void watch_game(std::uint64_t seed) {
    deal(game_, seed);
    Random random(exchange_seed(seed));
    const std::array<Tiles, 2> racks{game_.seat(Seat{0}).rack, game_.seat(Seat{1}).rack};
    int moves = 0;
    leads_.clear();
    ScoredPlay first;
    for (; !game_.is_over(); ++moves) {
      const int before = game_.seat(game_.to_move()).score;
      const Seat seat = game_.to_move();
      move(random, moves == 0 ? &first : nullptr);
      seen_.points_by_move[std::min(index_of(moves), Findings::kMaxMoves - 1)].add(game_.seat(seat).score -
                                                                                   before);
      if ((moves + 1) % Findings::kLeadMoves == 0)
        leads_.push_back(game_.seat(Seat{0}).score - game_.seat(Seat{1}).score);
    }
    note_end(moves, racks);
    if (first.tiles_laid > 0) note_first_play(first);
  }

  const Findings& seen() const { return seen_; }

 private:
  void move(Random& random, ScoredPlay* first) {
    const Tiles& rack = game_.rack();
    const int bag = static_cast<int>(game_.bag().size());
    const bool has_play = first != nullptr ? find_first_plays() : find_plays();
    if (has_play) {
      if (first != nullptr) {
        std::swap(candidates_.front(), candidates_[random.below(equals_)]);
        *first = candidates_.front().play;
      }
      const ScoredPlay chosen = candidates_.front().play;
      note_play(chosen);
      game_.play(chosen);
      ++seen_.plays;
    } else if (bag > 0 && !rack.empty()) {
      game_.exchange(player_.worst_tile(rack, bag), random.below(static_cast<std::uint64_t>(bag)));
      ++seen_.exchanges;
    } else {
      game_.pass();
      ++seen_.passes;
    }
  }

  bool find_plays() {
    find_best_plays(player_, game_.lines(), game_.rack(), game_.bag_after(0), kCandidates, candidates_);
    is_cut_ = candidates_.size() == kCandidates;
    return !candidates_.empty();
  }

  // Finds all plays, so that a word can be laid wherever it fits. The best come first, `equals_` of them, in
  // the order of the notation; then the best play of each other word.
  bool find_first_plays() {
    player_.generate(game_.lines(), game_.rack(), game_.bag_after(0), candidates_);
    if (candidates_.empty()) return false;
    const Alphabet& alphabet = rules_.alphabet();
    const Value best = std::ranges::max(candidates_, {}, &ValuedPlay::value).value;
    const auto rest = std::partition(candidates_.begin(), candidates_.end(),
                                     [&](const ValuedPlay& play) { return play.value == best; });
    equals_ = static_cast<std::size_t>(rest - candidates_.begin());
    std::ranges::sort(candidates_.begin(), rest, [&](const ValuedPlay& a, const ValuedPlay& b) {
      return is_before(a.play, b.play, alphabet);
    });
    std::ranges::sort(rest, candidates_.end(), std::ranges::greater(), &ValuedPlay::value);
    is_cut_ = false;
    return true;
  }

  void note_play(const ScoredPlay& chosen) {
    const Board& board = game_.lines().board();
    const auto judged = judge_.judge(board, game_.rack(), chosen.placement);
    TOPTILE_ASSERT(judged && judged.value().points == chosen.points);
    const Play& play = judged.value();
    int of_words = 0, highest = 0;
    for (const FormedWord& formed : play.words) {
      note_word(board, formed, &formed == &play.words.front());
      of_words += formed.points;
    }
    seen_.bonus_points += play.points - of_words;
    for (const LaidTile& tile : play.laid) {
      const int height = board.height(tile.square) + 1;
      highest = std::max(highest, height);
      ++seen_.laid_at[index_of(height)];
      seen_.play_points[tile.face].add(play.points);
      if (height == 1) continue;
      ++seen_.covers[tile.face];
      ++seen_.is_covered[board.top(tile.square)];
    }
    seen_.points_by_laid[play.laid.size()].add(play.points);
    seen_.points_by_highest[index_of(highest)].add(play.points);
    note_savings();
  }

  void note_word(const Board& board, const FormedWord& formed, bool is_in_line) {
    const Word& word = formed.placed.word;
    WordUse& use = seen_.words[word];
    ++(is_in_line ? use.in_line : use.across);
    use.points += formed.points;
    seen_.points_by_length[index_of(word.size())].add(formed.points);
    const WordChange change = change_of(board, formed.placed);
    seen_.points_by_change[static_cast<std::size_t>(change.kind)].add(formed.points);
    bool is_flat = change.covered == 0;
    for (int i = 0; i < word.size() && is_flat; ++i)
      is_flat = board.height(step(formed.placed.start, formed.placed.direction, i)) < 2;
    seen_.points_flat_stacked[is_flat ? 0 : 1] += formed.points;
    ++seen_.words_flat_stacked[is_flat ? 0 : 1];
    const Transition transition{1, formed.points, change.covered + change.added};
    if (change.kind == ChangeKind::changed) seen_.changes[{change.before, word}].add(transition);
    if (change.kind == ChangeKind::longer && change.added == 1)
      seen_.hooks[{change.before, word}].add(transition);
  }

  void note_savings() {
    const Value rest = is_cut_ ? candidates_.back().value : value_without_play();
    for (const WordSaving& saving :
         savings_of(judge_, game_.lines().board(), game_.rack(), candidates_, rest)) {
      WordUse& use = seen_.words[saving.word];
      use.saved += saving.saved;
      if (saving.is_bound && is_cut_) ++use.saved_at_least;
    }
  }

  // The value of an exchange, or of a pass if there can be no exchange.
  Value value_without_play() const {
    const int bag = game_.bag_after(0);
    Tiles kept = game_.rack();
    if (bag > 0) kept.remove(player_.worst_tile(kept, bag));
    return leave_of(player_.weights().phases[index_of(phase_of(bag))], player_.vowels(), kept);
  }

  void note_end(int moves, const std::array<Tiles, 2>& racks) {
    const int spread = game_.spread(Seat{0});
    seen_.first_seat.add(spread);
    seen_.moves.add(moves);
    ++seen_.games_by_moves[std::min(index_of(moves), Findings::kMaxMoves - 1)];
    constexpr int kMiddle = static_cast<int>(Findings::kSpreadSteps) / 2;
    const int steps =
        (spread >= 0 ? spread + Findings::kSpreadStep / 2 : spread - Findings::kSpreadStep / 2) /
        Findings::kSpreadStep;
    ++seen_.games_by_spread[index_of(std::clamp(steps, -kMiddle, kMiddle) + kMiddle)];
    for (std::size_t time = 0; time < std::min(leads_.size(), Findings::kLeadTimes); ++time) {
      const int lead = leads_[time];
      if (lead == 0) continue;
      const std::size_t lead_step =
          std::min(index_of(std::abs(lead) / Findings::kLeadPoints), Findings::kLeadSteps - 1);
      const bool is_won = lead > 0 ? spread > 0 : spread < 0;
      seen_.half_wins_by_lead[time][lead_step].add(is_won ? 2 : spread == 0 ? 1 : 0);
    }
    bool is_out = false;
    for (const Seat seat : each<Seat>(2)) {
      seen_.scores.add(game_.final_score(seat));
      const Tiles& left = game_.seat(seat).rack;
      is_out = is_out || left.empty();
      for (FaceSet faces = left.faces(); faces != 0; faces &= faces - 1)
        seen_.left_at_end[lowest(faces)] += left.count(lowest(faces));
    }
    if (is_out) ++seen_.ended_out;
    const Board& board = game_.lines().board();
    for (int row = 0; row < board.size(); ++row)
      for (int column = 0; column < board.size(); ++column)
        ++seen_.end_heights[index_of(
            board.height({static_cast<std::int8_t>(row), static_cast<std::int8_t>(column)}))];
    for (Face a = 0; a < rules_.alphabet().size(); ++a) {
      const int more = racks[0].count(a) - racks[1].count(a);
      if (more == 0) continue;
      seen_.rack_spread[a] += more * spread;
      for (Face b = 0; b < rules_.alphabet().size(); ++b)
        seen_.rack_products[a][b] += more * (racks[0].count(b) - racks[1].count(b));
    }
  }

  void note_first_play(const ScoredPlay& play) {
    const Placement& placed = play.placement;
    const bool is_down = placed.direction == Direction::down;
    const Findings::Place place{.length = placed.word.size(),
                                .is_down = is_down,
                                .line = is_down ? placed.start.column : placed.start.row,
                                .start = is_down ? placed.start.row : placed.start.column};
    FirstPlays note;
    note.points = play.points;
    note.outcome.add(game_.spread(Seat{0}));
    seen_.first_words[placed.word].add(note);
    seen_.first_by_laid[play.tiles_laid].add(note);
    seen_.first_places[place].add(note);
  }

  const Ruleset& rules_;
  StaticPlayer player_;
  Judge judge_;
  Simulation game_;
  std::vector<ValuedPlay> candidates_;  // The best comes first.
  std::size_t equals_ = 1;
  std::vector<int> leads_;  // Of the first seat in this game.
  bool is_cut_ = false;     // Whether there may be more plays than the candidates.
  Findings seen_;
};

template <class Value>
void add_to(Value& sum, const Value& other) {
  if constexpr (requires { sum.add(other); }) {
    sum.add(other);
  } else if constexpr (requires { sum.size(); }) {
    for (std::size_t i = 0; i < sum.size(); ++i) add_to(sum[i], other[i]);
  } else {
    sum += other;
  }
}

template <class Map>
void add_map(Map& sum, const Map& other) {
  for (const auto& [key, value] : other) sum[key].add(value);
}

}  // namespace

void Findings::add(const Findings& other) {
  first_seat.add(other.first_seat);
  const auto add_all = [&](auto... members) { (add_to(this->*members, other.*members), ...); };
  add_all(&Findings::scores, &Findings::moves, &Findings::ended_out, &Findings::plays, &Findings::exchanges,
          &Findings::passes, &Findings::games_by_moves, &Findings::games_by_spread, &Findings::points_by_move,
          &Findings::half_wins_by_lead, &Findings::points_by_laid, &Findings::points_by_length,
          &Findings::points_by_highest, &Findings::laid_at, &Findings::end_heights,
          &Findings::points_by_change, &Findings::points_flat_stacked, &Findings::words_flat_stacked,
          &Findings::bonus_points, &Findings::play_points, &Findings::left_at_end, &Findings::covers,
          &Findings::is_covered, &Findings::rack_products, &Findings::rack_spread);
  add_map(first_words, other.first_words);
  add_map(first_by_laid, other.first_by_laid);
  add_map(first_places, other.first_places);
  add_map(words, other.words);
  add_map(changes, other.changes);
  add_map(hooks, other.hooks);
}

Findings find(const Ruleset& rules, const Lexicon& lexicon, const Weights& weights,
              const FindingsPlan& plan) {
  return seen_in_threads<Findings>(
      plan.threads, plan.games, plan.tell, [&] { return Observer(rules, lexicon, weights); },
      [&](Observer& observer, int game) {
        observer.watch_game(game_seed(plan.seed, static_cast<std::uint64_t>(game)));
      });
}

}  // namespace toptile::champion
