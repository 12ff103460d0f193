#include "champion/simulation.h"

#include <algorithm>

#include "base/each.h"
#include "engine/judge.h"

namespace toptile::champion {

void Simulation::set(const Board& board, const std::vector<SimulatedSeat>& seats, Seat to_move) {
  lines_.become(board);
  seats_ = seats;
  to_move_ = to_move;
  is_over_ = false;
  laid_ = 0;
}

void Simulation::play(const ScoredPlay& play) {
  TOPTILE_ASSERT(!is_over_);
  const LaidTiles laid = tiles_laid_by(lines_.board(), play.placement);
  lines_.lay({laid.data(), laid.size()});
  ++laid_;
  SimulatedSeat& own = seats_[to_move_];
  for (const LaidTile& tile : laid) own.rack.remove(tile.face);
  own.score += play.points;
  for (SimulatedSeat& seat : seats_) {
    seat.passes_in_a_row = 0;
    if (play.points > 0) seat.scoreless_in_a_row = 0;
  }
  if (play.points == 0) ++own.scoreless_in_a_row;
  while (own.rack.size() < rules().rack && !bag_.empty()) {
    own.rack.add(bag_.back());
    bag_.pop_back();
  }
  hand_on();
}

void Simulation::exchange(Face face, std::size_t at) {
  TOPTILE_ASSERT(!is_over_ && !bag_.empty());
  SimulatedSeat& own = seats_[to_move_];
  own.rack.add(bag_.back());
  bag_.pop_back();
  own.rack.remove(face);
  bag_.insert(bag_.begin() + static_cast<std::ptrdiff_t>(std::min(at, bag_.size())), face);
  for (SimulatedSeat& seat : seats_) seat.passes_in_a_row = 0;
  ++own.scoreless_in_a_row;
  hand_on();
}

void Simulation::pass() {
  TOPTILE_ASSERT(!is_over_);
  SimulatedSeat& own = seats_[to_move_];
  ++own.passes_in_a_row;
  ++own.scoreless_in_a_row;
  hand_on();
}

bool Simulation::have_all(int SimulatedSeat::*count, int rounds) const {
  return std::ranges::all_of(seats_, [&](const SimulatedSeat& seat) {
    return !seat.is_playing || (seat.rack.empty() && bag_.empty()) || seat.*count >= rounds;
  });
}

void Simulation::end_if_over() {
  const auto is_empty = [](const SimulatedSeat& seat) { return !seat.is_playing || seat.rack.empty(); };
  const auto is_out = [](const SimulatedSeat& seat) { return seat.is_playing && seat.rack.empty(); };
  const bool is_out_rule = rules().end == EndRule::first_out ? std::ranges::any_of(seats_, is_out)
                                                             : std::ranges::all_of(seats_, is_empty);
  // With an empty bag a round of passes means that nobody can play. Nobody passes of free will here.
  is_over_ = (bag_.empty() && (is_out_rule || have_all(&SimulatedSeat::passes_in_a_row, 1))) ||
             have_all(&SimulatedSeat::passes_in_a_row, rules().pass_rounds) ||
             (rules().scoreless_rounds > 0 &&
              have_all(&SimulatedSeat::scoreless_in_a_row, rules().scoreless_rounds));
}

void Simulation::hand_on() {
  end_if_over();
  if (is_over_) return;
  const int players = static_cast<int>(seats_.size());
  for (int step = 1; step <= players; ++step) {
    const auto next = static_cast<Seat>((static_cast<int>(to_move_) + step) % players);
    // A seat without tiles has no turn (ruleset end: all_out).
    if (!seats_[next].is_playing || (seats_[next].rack.empty() && bag_.empty())) continue;
    to_move_ = next;
    return;
  }
}

int Simulation::final_score(Seat seat) const {
  return seats_[seat].score - (is_over_ ? rules().left_over * seats_[seat].rack.size() : 0);
}

int Simulation::spread(Seat seat) const {
  int best_other = INT32_MIN;
  for (const Seat other : each<Seat>(seats_.size())) {
    if (other != seat && seats_[other].is_playing) best_other = std::max(best_other, final_score(other));
  }
  return final_score(seat) - (best_other == INT32_MIN ? 0 : best_other);
}

void Simulation::mark() {
  laid_ = 0;
  marked_seats_ = seats_;
  marked_bag_ = bag_;
  marked_to_move_ = to_move_;
  marked_is_over_ = is_over_;
}

void Simulation::rewind() {
  for (; laid_ > 0; --laid_) lines_.take_back();
  seats_ = marked_seats_;
  bag_ = marked_bag_;
  to_move_ = marked_to_move_;
  is_over_ = marked_is_over_;
}

std::optional<EndgamePosition> endgame_of(const Simulation& game) {
  if (game.is_over() || !game.bag().empty() || game.players() != 2) return std::nullopt;
  const Seat mover = game.to_move();
  const auto other = seat_after(mover, 2);
  if (!game.seat(other).is_playing) return std::nullopt;
  EndgamePosition endgame(game.rules().size);
  endgame.board = game.lines().board();
  endgame.racks = {game.seat(mover).rack, game.seat(other).rack};
  endgame.passes_in_a_row = {game.seat(mover).passes_in_a_row, game.seat(other).passes_in_a_row};
  endgame.scoreless_in_a_row = {game.seat(mover).scoreless_in_a_row, game.seat(other).scoreless_in_a_row};
  endgame.spread = game.seat(mover).score - game.seat(other).score;
  return endgame;
}

}  // namespace toptile::champion
