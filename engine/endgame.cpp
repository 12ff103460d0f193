#include "engine/endgame.h"

#include <algorithm>

namespace toptile {

namespace {

constexpr int kAnyGain = 1 << 28;  // More than any gain, so that a window with this bound has no end.
constexpr std::uint64_t kNodesBetweenLooks = 16;

}  // namespace

EndgameSolver::EndgameSolver(const Ruleset& rules, const Lexicon& lexicon, std::size_t table_bytes)
    : state_(rules, lexicon), table_(table_bytes) {}

EndgameAnswer EndgameSolver::solve(const EndgamePosition& position, const EndgameBudget& budget) {
  table_.clear();
  state_.begin(position);
  nodes_ = 0;
  is_stopped_ = false;
  budget_ = {};

  Best best;
  const Outcome greedy = play_out(best.line);
  best.gain = greedy.gain;
  best.is_proven = greedy.is_whole;
  int depth = 0;
  if (!best.is_proven) {
    budget_ = budget;
    Line choices = choices_at_root(best.line);
    while (!best.is_proven && search_root(choices, depth + 1, best)) {
      ++depth;
      const auto chosen = std::ranges::find(choices, best.line.front());
      std::rotate(choices.begin(), chosen, chosen + 1);
    }
  }

  EndgameAnswer answer{Pass{}, position.spread + best.gain, best.is_proven, depth, nodes_, {}};
  finish(position, best.line, best.gain);
  for (const Choice& choice : best.line)
    answer.line.push_back(choice ? Move(choice->placement) : Move(Pass{}));
  if (!answer.line.empty()) answer.best = answer.line.front();
  return answer;
}

// The greedy move comes first, so that no answer is estimated to be worse than it. The pass comes last.
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

// Returns whether the iteration was completed. `best` changes as soon as the first choice is searched.
bool EndgameSolver::search_root(const Line& choices, int depth, Best& best) {
  bool is_whole = true;
  int most = -kAnyGain;
  for (const Choice& choice : choices) {
    const bool is_first = most == -kAnyGain;
    const Outcome worth = search_choice(choice, most, kAnyGain, depth, 0, is_first);
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
EndgameSolver::Outcome EndgameSolver::play_out(Line& line) {
  const int seat = state_.mover();
  const auto sign = [&] { return state_.mover() == seat ? 1 : -1; };
  Outcome worth{0, true};
  int made = 0;
  while (!state_.is_settled() && count_node()) {
    Choice choice(std::in_place);
    if (find_best_play(state_.lines(), state_.rack(), *choice)) {
      worth.gain += sign() * choice->points;
      worth.is_whole = false;
    } else if (has_play(state_.lines(), state_.other_rack())) {
      choice.reset();
    } else {
      break;
    }
    line.push_back(choice);
    make(choice);
    ++made;
  }
  worth.gain += sign() * state_.gain_at_end();
  while (made-- > 0) state_.take_back();
  return worth;
}

// Extends a line to the end of the game: by greedy moves from where the search stopped, and by the passes
// that the search did not follow.
void EndgameSolver::finish(const EndgamePosition& position, Line& line, int gain) {
  budget_ = {};
  is_stopped_ = false;
  state_.begin(position);
  int made = 0;
  const auto follow = [&] {
    for (; made < static_cast<int>(line.size()); ++made) {
      const Choice& choice = line[made];
      if (choice) gain += (state_.mover() == 0 ? -1 : 1) * choice->points;
      make(choice);
    }
  };
  follow();
  play_out(line);
  follow();
  const auto is_stuck = [&] {
    return !has_play(state_.lines(), state_.rack()) && !has_play(state_.lines(), state_.other_rack());
  };
  if (!state_.has_ended() && !is_stuck()) {
    for (; !state_.has_ended(); state_.pass()) line.emplace_back(std::nullopt);
  }
  TOPTILE_ASSERT(gain == (state_.mover() == 0 ? 1 : -1) * state_.gain_at_end());
}

EndgameSolver::Outcome EndgameSolver::search(int alpha, int beta, int depth, std::size_t ply) {
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
    if (!is_open && decides && known->depth >= depth)
      return {known->gain, known->depth == EndgameEntry::kWhole};
    move = known->move;
  }

  Outcome worth;
  if (depth == 0) {
    worth = play_out(plies_[ply].beyond);
    plies_[ply].beyond.clear();
  } else {
    worth = search_moves(alpha, beta, depth, ply, move);
  }
  if (is_stopped_) return worth;
  EndgameEntry entry;
  entry.key = key;
  entry.gain = worth.gain;
  entry.move = move;
  entry.depth = worth.is_whole ? EndgameEntry::kWhole
                               : static_cast<std::uint16_t>(std::min(depth, EndgameEntry::kWhole - 1));
  if (depth > 0 && worth.gain >= beta) entry.bound = Bound::least;
  if (depth > 0 && worth.gain <= alpha) entry.bound = Bound::most;
  table_.store(entry);
  return worth;
}

// `best_move` is at first the move to begin with, and afterwards the best move found.
EndgameSolver::Outcome EndgameSolver::search_moves(int alpha, int beta, int depth, std::size_t ply,
                                                   std::uint32_t& best_move) {
  if (!count_node()) return {};
  find_candidates(ply, best_move);
  best_move = EndgameEntry::kNoMove;
  const std::vector<Candidate>& candidates = plies_[ply].candidates;
  if (candidates.empty()) {
    if (!has_play(state_.lines(), state_.other_rack())) return {state_.gain_at_end(), true};
    // The pass is forced, so it costs no depth.
    const Outcome worth = search_after(std::nullopt, alpha, beta, depth + 1, ply);
    keep_line(std::nullopt, ply);
    return worth;
  }
  Outcome best{-kAnyGain, true};
  for (std::size_t i = 0; i <= candidates.size(); ++i) {
    const Choice choice = i < candidates.size() ? Choice(candidates[i].play) : std::nullopt;
    const Outcome worth = search_choice(choice, alpha, beta, depth, ply, i == 0);
    if (is_stopped_) return {};
    if (worth.gain > best.gain) {
      best.gain = worth.gain;
      best_move = choice ? candidates[i].number : EndgameEntry::kNoMove;
    }
    if (worth.gain > alpha) {
      alpha = worth.gain;
      keep_line(choice, ply);
    }
    if (worth.gain >= beta) return worth;
    best.is_whole = best.is_whole && worth.is_whole;
  }
  return best;
}

// After the first choice, a null window asks only whether another choice is better. If it is, a second search
// with the full window asks how much better.
EndgameSolver::Outcome EndgameSolver::search_choice(const Choice& choice, int alpha, int beta, int depth,
                                                    std::size_t ply, bool is_first) {
  if (!is_first && beta - alpha > 1) {
    const Outcome worth = search_after(choice, alpha, alpha + 1, depth, ply);
    if (is_stopped_ || worth.gain <= alpha || worth.gain >= beta) return worth;
  }
  return search_after(choice, alpha, beta, depth, ply);
}

EndgameSolver::Outcome EndgameSolver::search_after(const Choice& choice, int alpha, int beta, int depth,
                                                   std::size_t ply) {
  const int points = choice ? choice->points : 0;
  const int mover = state_.mover();
  make(choice);
  Outcome worth;
  if (state_.mover() == mover) {
    worth = search(alpha - points, beta - points, depth - 1, ply + 1);
  } else {
    worth = search(points - beta, points - alpha, depth - 1, ply + 1);
    worth.gain = -worth.gain;
  }
  worth.gain += points;
  state_.take_back();
  return worth;
}

// Finds the plays and sorts them as they are searched: `first`, the best one known, then those that lay the
// whole rack, then the others by their points and the penalty that the tiles laid avoid.
void EndgameSolver::find_candidates(std::size_t ply, std::uint32_t first) {
  const Ruleset& rules = state_.lines().rules();
  generate_plays(state_.lines(), state_.rack(), plays_);
  std::vector<Candidate>& candidates = plies_[ply].candidates;
  candidates.clear();
  for (std::uint32_t number = 0; number < plays_.size(); ++number) {
    const ScoredPlay& play = plays_[number];
    int promise = play.points + rules.left_over * play.tiles_laid;
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
