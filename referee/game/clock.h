// The time a bot has: a clock for the whole game, a limit per move, or only the limit against hanging.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "protocol/overtime.h"
#include "protocol/uwi.h"
#include "referee/game/fault.h"
#include "referee/processes/deadline.h"

namespace toptile {

struct TimeControl {
  enum class Kind { game_clock, move_time, none };
  // What is charged: the time that passes, or the CPU time that the bot's processes use.
  enum class Measure { wall, processor };
  // Overtime of a game clock. A move that takes more than `most_periods` is too late.
  struct PaidOvertime : Overtime {
    int most_periods = 10;
  };

  Kind kind = Kind::game_clock;
  std::chrono::milliseconds time{30'000};  // The time for the game, or for each move. Unused for `none`.
  std::chrono::milliseconds increment{0};  // Time that is added to a game clock after each move.
  std::chrono::milliseconds margin{50};    // Time over the limit that is tolerated and never charged.
  // The longest time for a move if nothing else limits the time that passes: if there is no clock, or if CPU
  // time is charged. A bot that takes longer hangs. In overtime, it is the time that a move may take beyond
  // the clock.
  std::chrono::milliseconds hang{60'000};
  std::optional<PaidOvertime> overtime = {};  // nullopt: a bot that runs out of time forfeits.
  std::chrono::milliseconds bank{0};          // Extra time in a game for moves over their limit. 0: none.
  Measure measure = Measure::wall;
  // The limit of nodes per move that the referee sends to a bot. The referee cannot count them. 0: no limit.
  std::int64_t nodes = 0;
};

// A bot's own values in place of the tournament's terms, for games at odds.
struct OwnClock {
  std::optional<std::chrono::milliseconds> time = {};  // For the game or for each move, as the terms say.
  std::optional<std::chrono::milliseconds> increment = {};
  std::optional<std::int64_t> nodes = {};

  friend bool operator==(const OwnClock&, const OwnClock&) = default;
};

// The terms for a bot: its own where it has any, and otherwise the tournament's.
TimeControl with_own(TimeControl control, const OwnClock& own);

// How long a bot has for the answer to one question.
struct MoveLimit {
  using Duration = std::chrono::steady_clock::duration;

  // An answer after this and `beyond` is a fault, however little it is charged.
  Duration time;
  FaultKind too_late;  // The kind of that fault.
  // The maximum CPU time for all its processes together, if CPU time is charged.
  std::optional<Duration> processor_time = {};
  // Whether the questions of a batch share the charged time (shared_clock.h), as they do with a game clock.
  bool is_shared = false;
  // The time beyond `time` that a move in overtime may take. The questions of a batch never share it.
  Duration beyond{0};
};

// All clocks of one game. Durations are exact; bots receive whole milliseconds, rounded down.
class Clocks {
 public:
  using Duration = std::chrono::steady_clock::duration;

  // `own` has the own values of each seat, in seat order. Empty: no seat has any.
  Clocks(const TimeControl& control, int players, std::span<const OwnClock> own = {});

  // The limits of the seat's next move, as they are sent in `go`.
  uwi::Go go(Seat seat, bool is_question) const;
  // The maximum charge for a move, including the margin; `hang` if there is no clock.
  Duration allowance(Seat seat) const;
  // The limits of the seat's next answer.
  MoveLimit limit(Seat seat) const;
  // Takes the time of an answer off the seat's clock; or, if there are banks, takes the part of it that is
  // over the move's limit out of the seat's bank. If the margin saved the seat, its clock stands at zero.
  // After a refused move the turn may continue, with the rest of its limit. The increment is added when the
  // turn is over.
  enum class Turn { goes_on, is_over };
  void charge(Seat seat, Duration taken, Turn turn = Turn::is_over);
  // Ends the turn without a move, as the seat is out of the game.
  void give_up_turn() { of_turn_ = {}; }
  // The time left on the seat's game clock (below zero in overtime) or in its bank; nullopt if it has
  // neither.
  std::optional<std::chrono::milliseconds> left(Seat seat) const;
  // Sets the seat's remaining time, as left() gave it in a recorded game. The seat must have a clock or a
  // bank.
  void set_left(Seat seat, std::chrono::milliseconds left) { left_[seat] = left; }
  const TimeControl& control() const { return control_; }

 private:
  bool has_bank() const { return control_.kind == TimeControl::Kind::move_time && !left_.empty(); }
  Duration longest_overtime() const;
  Duration left_of_limit(Seat seat) const;

  TimeControl control_;
  std::vector<TimeControl> allotments_;  // The terms of each seat: the tournament's, or its own.
  std::vector<Duration> left_;           // The time left on the game clocks, or in the banks.
  Duration of_turn_{0};                  // The time that the present turn has taken so far.
};

}  // namespace toptile
