// The time a bot has: a clock for the whole game, a limit per move, or none but the limit against hanging.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "protocol/uwi.h"
#include "referee/deadline.h"

namespace toptile {

struct TimeControl {
  enum class Kind { game_clock, move_time, none };

  Kind kind = Kind::game_clock;
  std::chrono::milliseconds time{30'000};  // For the game, or for each move; without meaning for `none`.
  std::chrono::milliseconds increment{0};  // Added to a game clock after each move.
  std::chrono::milliseconds margin{50};    // Tolerated over the limit, never charged.
  std::chrono::milliseconds hang{60'000};  // Without a clock, a bot that takes longer hangs.
};

// All clocks of one game. Durations are exact; a bot is told whole milliseconds, rounded down.
class Clocks {
 public:
  using Duration = std::chrono::steady_clock::duration;

  Clocks(const TimeControl& control, int players);

  // The limits of a move, as `go` tells them.
  uwi::Go go(bool is_question) const;
  // When a move asked for at `begin` is too late, the margin included.
  Deadline deadline(int seat, Instant begin) const;
  // Takes the time of a move off the seat's clock and adds the increment. A clock that the margin saved
  // stands at 0 before the increment.
  void charge(int seat, Duration taken);
  // Left on the seat's game clock; nothing without one.
  std::optional<std::chrono::milliseconds> left(int seat) const;
  const TimeControl& control() const { return control_; }

 private:
  TimeControl control_;
  std::vector<Duration> left_;
};

}  // namespace toptile
