#include "engine/endgame.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace toptile {

namespace {

constexpr int kAnyGain = 1 << 28;  // More than any gain, so that a window with this bound has no end.
constexpr std::uint64_t kNodesBetweenLooks = 16;
constexpr std::uint16_t kWidest = 0x7FFF;  // A position with more plays is never proven.
constexpr std::size_t kMeritPlaces = std::size_t{1} << 14;
constexpr int kPointsOfMerit = 3;  // What twice as many merits are worth in the order of plays.
constexpr std::size_t kTimesAtRoot = 12;

}  // namespace

EndgameSolver::EndgameSolver(const Ruleset& rules, const Lexicon& lexicon, std::size_t table_bytes)
    : state_(rules, lexicon), table_(table_bytes), merits_(kMeritPlaces) {}

EndgameAnswer EndgameSolver::solve(const EndgamePosition& position, const EndgameBudget& budget) {
  table_.clear();
  std::ranges::fill(merits_, 0);
  state_.begin(position);
  nodes_ = 0;
  is_stopped_ = false;
  budget_ = {};

  Best best;
  best.gain = play_out(best.line);
  best.is_proven = best.line.empty();
  int rounds = 0;
  if (!best.is_proven) {
    budget_ = budget;
    search_rounds(best, rounds);
  }

  EndgameAnswer answer{Pass{}, position.spread + best.gain, best.is_proven, rounds, nodes_, {}, rounds};
  finish(position, best.line, best.gain);
  for (const Choice& choice : best.line)
    answer.line.push_back(choice ? Move(choice->placement) : Move(Pass{}));
  if (!answer.line.empty()) answer.best = answer.line.front();
  return answer;
}

// Searches with ever more plays in each position, until nothing is left out that could matter or the budget
// ends. The first move has more plays to choose from than the others, as an answer is one of them.
void EndgameSolver::search_rounds(Best& best, int& rounds) {
  Line choices = choices_at_root(best.line);
  for (width_ = 1; width_ <= kWidest; width_ = static_cast<std::uint16_t>(2 * width_)) {
    if (!search_root(choices, width_ * kTimesAtRoot, best)) return;
    ++rounds;
    if (best.is_proven) return;
    const auto chosen = std::ranges::find(choices, best.line.front());
    std::rotate(choices.begin(), chosen, chosen + 1);
  }
}

// The greedy move comes first. The pass comes last if it is another.
EndgameSolver::Line EndgameSolver::choices_at_root(const Line& greedy_line) {
  plies_.resize(std::max<std::size_t>(plies_.size(), 1));
  find_candidates(0, EndgameEntry::kNoMove);
  Line choices;
  for (const Candidate& candidate : plies_[0].candidates) choices.emplace_back(candidate.play);
  choices.emplace_back(std::nullopt);
  const auto greedy = std::ranges::find(choices, greedy_line.front());
  std::rotate(choices.begin(), greedy, greedy + 1);
  return choices;
}

// Searches the first `count` choices, and the pass. Returns whether the round was completed. `best` changes
// as soon as the first choice is searched.
bool EndgameSolver::search_root(const Line& choices, std::size_t count, Best& best) {
  bool is_whole = true;
  int most = -kAnyGain;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const Choice& choice = choices[i];
    if (i >= count && choice) {
      is_whole = false;
      continue;
    }
    const bool is_first = most == -kAnyGain;
    const Outcome worth = search_choice(choice, most, kAnyGain, 0, is_first);
    if (is_stopped_) return false;
    is_whole = is_whole && worth.is_whole;
    if (worth.gain <= most) continue;
    most = worth.gain;
    keep_line(choice, 0);
    best = {plies_[0].line, most, false};
  }
  best.is_proven = is_whole;
  return true;
}

// Plays the greedy game from here to its end and takes it back. Its moves are put after `line`.
int EndgameSolver::play_out(Line& line) {
  const int seat = state_.mover();
  const auto sign = [&] { return state_.mover() == seat ? 1 : -1; };
  int gain = 0;
  int made = 0;
  while (!state_.is_settled() && count_node()) {
    Choice choice(std::in_place);
    if (find_best_play(state_.lines(), state_.rack(), *choice)) {
      gain += sign() * choice->points;
    } else if (has_play(state_.lines(), state_.other_rack())) {
      choice.reset();
    } else {
      break;
    }
    line.push_back(choice);
    make(choice);
    ++made;
  }
  gain += sign() * state_.gain_at_end();
  while (made-- > 0) state_.take_back();
  return gain;
}

// Adds the passes at the end of the line that the search did not follow.
void EndgameSolver::finish(const EndgamePosition& position, Line& line, int gain) {
  state_.begin(position);
  for (const Choice& choice : line) {
    if (choice) gain += (state_.mover() == 0 ? -1 : 1) * choice->points;
    make(choice);
  }
  const auto is_stuck = [&] {
    return !has_play(state_.lines(), state_.rack()) && !has_play(state_.lines(), state_.other_rack());
  };
  if (!state_.has_ended() && !is_stuck()) {
    for (; !state_.has_ended(); state_.pass()) line.emplace_back(std::nullopt);
  }
  TOPTILE_ASSERT(gain == (state_.mover() == 0 ? 1 : -1) * state_.gain_at_end());
}

EndgameSolver::Outcome EndgameSolver::search(int alpha, int beta, std::size_t ply) {
  if (ply == plies_.size()) plies_.emplace_back();
  plies_[ply].line.clear();
  if (state_.is_settled()) return {state_.gain_at_end(), true};

  const std::uint64_t key = state_.key();
  const bool is_open = beta - alpha > 1;
  std::uint32_t move = EndgameEntry::kNoMove;
  if (const EndgameEntry* known = table_.find(key)) {
    // An open window asks for the line, which no entry has.
    const bool decides = known->bound == Bound::exact ||
                         (known->bound == Bound::least ? known->gain >= beta : known->gain <= alpha);
    if (!is_open && decides && known->width >= width_)
      return {known->gain, known->width == EndgameEntry::kWhole};
    move = known->move;
  }

  const Outcome worth = search_moves(alpha, beta, ply, move);
  if (is_stopped_) return worth;
  EndgameEntry entry;
  entry.key = key;
  entry.gain = worth.gain;
  entry.move = move;
  entry.width = worth.is_whole ? EndgameEntry::kWhole : width_;
  if (worth.gain >= beta) entry.bound = Bound::least;
  if (worth.gain <= alpha) entry.bound = Bound::most;
  table_.store(entry);
  return worth;
}

// `best_move` is at first the move to begin with, and afterwards the best move found.
EndgameSolver::Outcome EndgameSolver::search_moves(int alpha, int beta, std::size_t ply,
                                                   std::uint32_t& best_move) {
  if (!count_node()) return {};
  find_candidates(ply, best_move);
  best_move = EndgameEntry::kNoMove;
  const std::vector<Candidate>& candidates = plies_[ply].candidates;
  if (candidates.empty()) {
    if (!has_play(state_.lines(), state_.other_rack())) return {state_.gain_at_end(), true};
    const Outcome worth = search_after(std::nullopt, alpha, beta, ply);
    keep_line(std::nullopt, ply);
    return worth;
  }
  if (can_go_out_with_one_tile()) return go_out(ply);
  Outcome best{-kAnyGain, true};
  const std::size_t count = std::min<std::size_t>(candidates.size(), width_);
  best.is_whole = count == candidates.size();
  for (std::size_t i = 0; i <= count; ++i) {
    const Choice choice = i < count ? Choice(candidates[i].play) : std::nullopt;
    // Nearly always the first choice ends the search of a position, or none does.
    const std::optional<int> most = i == 0 ? std::nullopt : most_gain(choice, alpha, plies_[ply]);
    if (most && *most <= alpha) {
      best.gain = std::max(best.gain, *most);
      continue;
    }
    const Outcome worth = search_choice(choice, alpha, beta, ply, i == 0);
    if (is_stopped_) return {};
    if (worth.gain > best.gain) {
      best.gain = worth.gain;
      best_move = choice ? candidates[i].number : EndgameEntry::kNoMove;
    }
    if (worth.gain > alpha) {
      alpha = worth.gain;
      keep_line(choice, ply);
    }
    if (worth.gain >= beta) {
      if (choice) ++merit_of(*choice);
      return worth;
    }
    best.is_whole = best.is_whole && worth.is_whole;
  }
  return best;
}

// Whether the mover has one tile, and every play of it ends the game. A pass then brings less than any play.
bool EndgameSolver::can_go_out_with_one_tile() const {
  return state_.lines().rules().end == EndRule::first_out && state_.always_scores() &&
         state_.rack().size() == 1;
}

// Makes the best play of the only tile. The candidates of the ply are these plays.
EndgameSolver::Outcome EndgameSolver::go_out(std::size_t ply) {
  const auto& candidates = plies_[ply].candidates;
  const auto points = [](const Candidate& candidate) { return candidate.play.points; };
  const ScoredPlay& best = std::ranges::max_element(candidates, {}, points)->play;
  plies_[ply].line.assign(1, best);
  return {gain_of_last(best), true};
}

// What the play that ends the game brings its player.
int EndgameSolver::gain_of_last(const ScoredPlay& play) const {
  return play.points + state_.lines().rules().left_over * state_.other_rack().size();
}

// The most that the mover can gain with a choice, if that can be told without a search. A play that lays the
// last tile ends the game. After a pass the other seat can pass, too. After any other choice it can go out if
// it has a play for that.
std::optional<int> EndgameSolver::most_gain(const Choice& choice, int alpha, Ply& ply) {
  const Ruleset& rules = state_.lines().rules();
  const int left = state_.rack().size() - (choice ? choice->tiles_laid : 0);
  if (!choice && state_.ends_by_two_passes() && state_.gain_at_end() <= alpha) return state_.gain_at_end();
  if (rules.end != EndRule::first_out) return std::nullopt;
  if (left == 0) return gain_of_last(*choice);
  // The game may be over before the other seat can reply.
  if (choice ? choice->points == 0 : state_.may_end_by_pass()) return std::nullopt;
  const Board& board = state_.lines().board();
  if (!std::exchange(ply.has_replies, true)) {
    generate_plays(state_.lines(), state_.other_rack(), plays_);
    ply.replies.find(board, state_.other_rack(), plays_);
  }
  if (ply.replies.empty()) return std::nullopt;
  const auto reply =
      choice ? ply.replies.points_after(board, choice->placement) : std::optional(ply.replies.points());
  if (!reply) return std::nullopt;
  return (choice ? choice->points : 0) - *reply - rules.left_over * left;
}

// After the first choice, a null window asks only whether another choice is better. If it is, a second search
// with the full window asks how much better.
EndgameSolver::Outcome EndgameSolver::search_choice(const Choice& choice, int alpha, int beta,
                                                    std::size_t ply, bool is_first) {
  if (!is_first && beta - alpha > 1) {
    const Outcome worth = search_after(choice, alpha, alpha + 1, ply);
    if (is_stopped_ || worth.gain <= alpha || worth.gain >= beta) return worth;
  }
  return search_after(choice, alpha, beta, ply);
}

EndgameSolver::Outcome EndgameSolver::search_after(const Choice& choice, int alpha, int beta,
                                                   std::size_t ply) {
  const int points = choice ? choice->points : 0;
  const int mover = state_.mover();
  make(choice);
  Outcome worth;
  if (state_.mover() == mover) {
    worth = search(alpha - points, beta - points, ply + 1);
  } else {
    worth = search(points - beta, points - alpha, ply + 1);
    worth.gain = -worth.gain;
  }
  worth.gain += points;
  state_.take_back();
  return worth;
}

// Finds the plays and sorts them as they are searched: `first`, the best one known, then those that lay the
// whole rack, then the others by their points, the penalty that the tiles laid avoid, and their merits.
void EndgameSolver::find_candidates(std::size_t ply, std::uint32_t first) {
  const Ruleset& rules = state_.lines().rules();
  generate_plays(state_.lines(), state_.rack(), plays_);
  plies_[ply].has_replies = false;
  std::vector<Candidate>& candidates = plies_[ply].candidates;
  candidates.clear();
  for (std::uint32_t number = 0; number < plays_.size(); ++number) {
    const ScoredPlay& play = plays_[number];
    int promise = play.points + rules.left_over * play.tiles_laid +
                  kPointsOfMerit * static_cast<int>(std::bit_width(merit_of(play)));
    if (play.tiles_laid == state_.rack().size()) promise += kAnyGain / 4;
    if (number == first) promise += kAnyGain / 2;
    candidates.push_back({play, number, promise});
  }
  std::ranges::sort(candidates, [&](const Candidate& a, const Candidate& b) {
    return a.promise != b.promise ? a.promise > b.promise : is_before(a.play, b.play, rules.alphabet());
  });
}

void EndgameSolver::keep_line(const Choice& choice, std::size_t ply) {
  Line& line = plies_[ply].line;
  line.assign(1, choice);
  const Line& rest = plies_[ply + 1].line;
  line.insert(line.end(), rest.begin(), rest.end());
}

std::uint32_t& EndgameSolver::merit_of(const ScoredPlay& play) {
  const Placement& placement = play.placement;
  const int place = placement.start.row * 64 + placement.start.column;
  auto hash = static_cast<std::uint64_t>(2 * place + (placement.direction == Direction::down));
  for (const Face face : placement.word) hash = (hash + face + 1) * 0x9E37'79B9'7F4A'7C15;
  return merits_[hash >> 50];
}

void EndgameSolver::make(const Choice& choice) {
  if (choice) {
    state_.play(*choice);
  } else {
    state_.pass();
  }
}

bool EndgameSolver::count_node() {
  if (is_stopped_) return false;
  is_stopped_ = (budget_.nodes && nodes_ >= *budget_.nodes) ||
                (budget_.is_time_up && nodes_ % kNodesBetweenLooks == 0 && budget_.is_time_up());
  if (!is_stopped_) ++nodes_;
  return !is_stopped_;
}

}  // namespace toptile
