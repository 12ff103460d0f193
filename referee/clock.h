// The time a bot has: a clock for the whole game, a limit per move, or none but the limit against hanging.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "protocol/overtime.h"
#include "protocol/uwi.h"
#include "referee/deadline.h"

namespace toptile {

struct TimeControl {
  enum class Kind { game_clock, move_time, none };
  // What is charged: the time that passes, or the time that the bot's processes use of processors.
  enum class Measure { wall, processor };
  // Of a game clock. What began after `most_periods` is too late.
  struct PaidOvertime : Overtime {
    int most_periods = 10;
  };

  Kind kind = Kind::game_clock;
  std::chrono::milliseconds time{30'000};  // For the game, or for each move; without meaning for `none`.
  std::chrono::milliseconds increment{0};  // Added to a game clock after each move.
  std::chrono::milliseconds margin{50};    // Tolerated over the limit, never charged.
  // A bot that takes longer for a move hangs, where nothing else limits the time that passes: without a
  // clock, and when processor time is charged. In overtime, what a move may take beyond the clock.
  std::chrono::milliseconds hang{60'000};
  std::optional<PaidOvertime> overtime = {};  // None: who runs out of time forfeits.
  std::chrono::milliseconds bank{0};          // For a game, beyond the limits of its moves. 0: there is none.
  Measure measure = Measure::wall;
};

// All clocks of one game. Durations are exact; a bot is told whole milliseconds, rounded down.
class Clocks {
 public:
  using Duration = std::chrono::steady_clock::duration;

  Clocks(const TimeControl& control, int players);

  // The limits of a move, as `go` tells them.
  uwi::Go go(bool is_question) const;
  // The most that a move may be charged, the margin included; hang where there is no clock.
  Duration allowance(int seat) const;
  // When the answer to what was asked at `begin` is too late, however little it is charged.
  Deadline deadline(int seat, Instant begin) const;
  // Takes the time of a move off the seat's clock and adds the increment, or takes what it was over the limit
  // out of its bank. A clock that the margin saved stands at the limit before the increment.
  void charge(int seat, Duration taken);
  // Left on the seat's game clock, below zero in overtime, or in its bank; nothing where there is neither.
  std::optional<std::chrono::milliseconds> left(int seat) const;
  const TimeControl& control() const { return control_; }

 private:
  bool has_bank() const { return control_.kind == TimeControl::Kind::move_time && !left_.empty(); }
  Duration longest_overtime() const;

  TimeControl control_;
  std::vector<Duration> left_;  // On the game clocks, or in the banks.
};

}  // namespace toptile
