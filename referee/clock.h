// The time a bot has: a clock for the whole game, a limit per move, or none but the limit against hanging.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "protocol/overtime.h"
#include "protocol/uwi.h"
#include "referee/deadline.h"
#include "referee/fault.h"

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

// How long a bot has for the answer to one question.
struct MoveLimit {
  using Duration = std::chrono::steady_clock::duration;

  Duration time;       // A later answer is a fault, however little it is charged.
  FaultKind too_late;  // The kind of that fault.
  std::optional<Duration> processor_time =
      {};  // The most that all its processes may use together, if that counts.
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
  // What holds for the seat's next answer.
  MoveLimit limit(int seat) const;
  // Takes the time of an answer off the seat's clock, or what its move is over the limit out of its bank. A
  // clock that the margin saved stands at the limit. After a move that is refused the turn goes on, with what
  // is left of its limit; when it is over the increment is added.
  enum class Turn { goes_on, is_over };
  void charge(int seat, Duration taken, Turn turn = Turn::is_over);
  // The turn is over without a move: the seat is out.
  void give_up_turn() { of_turn_ = {}; }
  // Left on the seat's game clock, below zero in overtime, or in its bank; nothing where there is neither.
  std::optional<std::chrono::milliseconds> left(int seat) const;
  const TimeControl& control() const { return control_; }

 private:
  bool has_bank() const { return control_.kind == TimeControl::Kind::move_time && !left_.empty(); }
  Duration longest_overtime() const;
  Duration left_of_limit() const;

  TimeControl control_;
  std::vector<Duration> left_;  // On the game clocks, or in the banks.
  Duration of_turn_{0};         // Taken so far, by whoever is to move.
};

}  // namespace toptile
