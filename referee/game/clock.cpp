#include "referee/game/clock.h"

#include <algorithm>

namespace toptile {

using std::chrono::milliseconds;

TimeControl with_own(TimeControl control, const OwnClock& own) {
  control.time = own.time.value_or(control.time);
  control.increment = own.increment.value_or(control.increment);
  control.nodes = own.nodes.value_or(control.nodes);
  return control;
}

Clocks::Clocks(const TimeControl& control, int players, std::span<const OwnClock> own) : control_(control) {
  const auto seats = static_cast<std::size_t>(players);
  for (std::size_t i = 0; i < seats; ++i) {
    allotments_.push_back(own.empty() ? control : with_own(control, own[i]));
    if (control.kind == TimeControl::Kind::game_clock) left_.emplace_back(allotments_.back().time);
  }
  if (control.kind == TimeControl::Kind::move_time && control.bank > milliseconds(0))
    left_.assign(seats, control.bank);
}

uwi::Go Clocks::go(Seat seat, bool is_question) const {
  uwi::Go go;
  go.is_question = is_question;
  (has_bank() ? go.bank : go.clock).reserve(left_.size());
  if (!has_bank()) go.increment.reserve(left_.size());
  for (std::size_t i = 0; i < left_.size(); ++i) {
    (has_bank() ? go.bank : go.clock).push_back(std::chrono::floor<milliseconds>(left_[i]));
    if (!has_bank()) go.increment.push_back(allotments_[i].increment);
  }
  if (control_.kind == TimeControl::Kind::move_time)
    go.move_time = std::chrono::floor<milliseconds>(left_of_limit(seat));
  if (allotments_[seat].nodes > 0) go.nodes = allotments_[seat].nodes;
  return go;
}

Clocks::Duration Clocks::left_of_limit(Seat seat) const {
  return std::max<Duration>(allotments_[seat].time - of_turn_, Duration::zero());
}

Clocks::Duration Clocks::longest_overtime() const {
  return control_.overtime ? control_.overtime->period * control_.overtime->most_periods : Duration::zero();
}

Clocks::Duration Clocks::allowance(Seat seat) const {
  if (control_.kind == TimeControl::Kind::none) return control_.hang;
  const Duration left = left_.empty() ? Duration::zero() : left_[seat];
  if (control_.kind == TimeControl::Kind::move_time) return left_of_limit(seat) + left + control_.margin;
  if (!control_.overtime) return left + control_.margin;
  // A single move must not use up the whole overtime.
  const Duration until_hanging = std::max(left, Duration::zero()) + control_.hang;
  return std::min(left + longest_overtime(), until_hanging) + control_.margin;
}

// If CPU time is charged, only a bot that hangs exceeds a limit of the time that passes.
MoveLimit Clocks::limit(Seat seat) const {
  const bool is_shared = control_.kind == TimeControl::Kind::game_clock;
  if (control_.measure == TimeControl::Measure::processor)
    return {control_.hang, FaultKind::hang, allowance(seat), is_shared};
  const bool is_charged = control_.kind != TimeControl::Kind::none;
  const bool may_hang =
      control_.overtime && std::max(-left_[seat], Duration::zero()) + control_.hang < longest_overtime();
  const Duration beyond = may_hang ? control_.hang : Duration::zero();
  return {allowance(seat) - beyond, is_charged ? FaultKind::time : FaultKind::hang, {}, is_shared, beyond};
}

void Clocks::charge(Seat seat, Duration taken, Turn turn) {
  const Duration beyond_limit = std::max(taken - left_of_limit(seat), Duration::zero());
  of_turn_ = turn == Turn::goes_on ? of_turn_ + taken : Duration::zero();
  if (left_.empty()) return;
  Duration& left = left_[seat];
  if (has_bank()) {
    left = std::max(left - beyond_limit, Duration::zero());
    return;
  }
  const Duration before = left;
  left -= taken;
  // The margin saves the seat from the first period of overtime, as it otherwise does from a forfeit.
  if (before >= Duration::zero() && left >= -control_.margin) left = std::max(left, Duration::zero());
  left = std::max(left, -longest_overtime());
  if (turn == Turn::is_over) left += allotments_[seat].increment;
}

std::optional<milliseconds> Clocks::left(Seat seat) const {
  if (left_.empty()) return std::nullopt;
  return std::chrono::floor<milliseconds>(left_[seat]);
}

}  // namespace toptile
