// Asks again what a recorded game asked: as position lines, as the lines of one seat, or by feeding them to a
// bot in step.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "engine/seat.h"
#include "protocol/tournament_numbers.h"

namespace toptile {

struct AskAgainArguments {
  std::string run;
  GameNumber game{1};
  std::optional<int> turn;  // Only this one; the first is 1.
  std::optional<int> seat;  // Nothing: the one that forfeited, or else the first.
};

// Prints the position of each turn, as the seat to move saw it. A turn that a forfeit cut off counts, too.
Result<int> print_positions(const AskAgainArguments& arguments);

// Prints the lines that a seat's bot was sent, up to its last question.
Result<int> print_lines(const AskAgainArguments& arguments);

// Sends a bot the same lines in step, without a clock and without a sandbox, and prints what it answers
// beside what was played. The exit code is kNo if the bot ends before its last answer, or makes an illegal
// move.
Result<int> feed(const AskAgainArguments& arguments, const std::string& bot);

}  // namespace toptile
