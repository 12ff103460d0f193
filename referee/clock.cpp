#include "referee/clock.h"

#include <algorithm>

namespace toptile {

using std::chrono::milliseconds;

Clocks::Clocks(const TimeControl& control, int players) : control_(control) {
  if (control.kind == TimeControl::Kind::game_clock)
    left_.assign(static_cast<std::size_t>(players), control.time);
}

uwi::Go Clocks::go(bool is_question) const {
  uwi::Go go;
  go.is_question = is_question;
  for (Duration left : left_) {
    go.clock.push_back(std::chrono::floor<milliseconds>(left));
    go.increment.push_back(control_.increment);
  }
  if (control_.kind == TimeControl::Kind::move_time) go.move_time = control_.time;
  return go;
}

Deadline Clocks::deadline(int seat, Instant begin) const {
  switch (control_.kind) {
    case TimeControl::Kind::game_clock:
      return begin + left_[static_cast<std::size_t>(seat)] + control_.margin;
    case TimeControl::Kind::move_time:
      return begin + control_.time + control_.margin;
    case TimeControl::Kind::none:
      break;
  }
  return begin + control_.hang;
}

void Clocks::charge(int seat, Duration taken) {
  if (left_.empty()) return;
  Duration& left = left_[static_cast<std::size_t>(seat)];
  left = std::max(left - taken, Duration::zero()) + control_.increment;
}

std::optional<milliseconds> Clocks::left(int seat) const {
  if (left_.empty()) return std::nullopt;
  return std::chrono::floor<milliseconds>(left_[static_cast<std::size_t>(seat)]);
}

}  // namespace toptile
