#include "champion/rollout.h"

#include <algorithm>

#include "base/each.h"

namespace toptile::champion {

namespace {

constexpr std::uint64_t kSolverNodes = 100;
// The solver's node takes that part of the time of a turn of the static player.
constexpr std::uint64_t kSolverNodesATurn = 6;

void end_with(int spread, Outcome& outcome) {
  outcome.spread = spread;
  outcome.chance = spread > 0 ? 1 : spread == 0 ? 0.5 : 0;
}

}  // namespace

int plies_of_rollout(int bag, int plies) {
  constexpr int kLittleBag = 7, kToTheEnd = 1000;
  return bag <= kLittleBag ? kToTheEnd : plies;
}

void Rollout::begin(const Situation& situation) {
  game_.set(situation.board, situation.seats, situation.to_move);
  own_ = situation.to_move;
}

Outcome Rollout::try_out(const Candidate& candidate, const Deal& deal, int plies, std::uint64_t seed) {
  for (const Seat seat : each<Seat>(game_.players()))
    if (seat != own_) game_.set_rack(seat, deal.racks[seat]);
  game_.set_bag(deal.bag);
  game_.mark();
  Random random(seed);
  leaves_.assign(static_cast<std::size_t>(game_.players()), 0);
  Outcome outcome;
  make(candidate, random);
  ++outcome.nodes;
  const auto endgame_now = [&] { return solver_ ? endgame_of(game_) : std::nullopt; };
  std::optional<EndgamePosition> endgame = endgame_now();
  for (int ply = 0; ply < plies && !endgame && !game_.is_over(); ++ply, ++outcome.nodes) {
    go_on(random);
    endgame = endgame_now();
  }
  if (endgame) {
    end_with(solve(*endgame, outcome), outcome);
  } else if (game_.is_over()) {
    end_with(game_.spread(own_), outcome);
  } else {
    outcome.spread = estimate();
    int tiles = static_cast<int>(game_.bag().size());
    for (const Seat seat : each<Seat>(game_.players())) tiles += game_.seat(seat).rack.size();
    outcome.chance = chance_to_win(outcome.spread, tiles);
  }
  game_.rewind();
  return outcome;
}

void Rollout::make(const Candidate& candidate, Random& random) {
  if (std::holds_alternative<Placement>(candidate.move)) {
    keep_leave(candidate.static_value - candidate.play.points * kPoint, candidate.play.tiles_laid);
    game_.play(candidate.play);
  } else if (const auto* exchange = std::get_if<Exchange>(&candidate.move)) {
    keep_leave(candidate.static_value, 0);
    game_.exchange(*exchange->tile, random.below(game_.bag().size()));
  } else {
    keep_leave(candidate.static_value, 0);
    game_.pass();
  }
}

void Rollout::go_on(Random& random) {
  ValuedPlay best;
  const int bag = static_cast<int>(game_.bag().size());
  if (player_.find_best(game_.lines(), game_.rack(), bag, best)) {
    keep_leave(best.value - best.play.points * kPoint, best.play.tiles_laid);
    game_.play(best.play);
    return;
  }
  leaves_[game_.to_move()] = 0;
  player_.move(game_, random);
}

void Rollout::keep_leave(Value leave, int laid) {
  const auto phase = static_cast<std::size_t>(phase_of(game_.bag_after(laid)));
  leaves_[game_.to_move()] = leave - player_.weights().phases[phase].mean;
}

// Plays the endgame to its end. Gives the own seat's spread there.
int Rollout::solve(const EndgamePosition& endgame, Outcome& outcome) {
  const EndgameAnswer answer = solver_->solve(endgame, {kSolverNodes, {}});
  outcome.nodes += answer.nodes / kSolverNodesATurn;
  return game_.to_move() == own_ ? answer.spread : -answer.spread;
}

// The spread that the game would have in the end: the points so far, and the last leaves. A leave is worth
// what its owner will make of it, against the mean of all.
double Rollout::estimate() const {
  const double own = game_.seat(own_).score + static_cast<double>(leaves_[own_]) / kPoint;
  double other = -1e9;
  for (const Seat seat : each<Seat>(game_.players())) {
    if (seat == own_ || !game_.seat(seat).is_playing) continue;
    other = std::max(other, game_.seat(seat).score + static_cast<double>(leaves_[seat]) / kPoint);
  }
  return other < -1e8 ? own : own - other;
}

}  // namespace toptile::champion
