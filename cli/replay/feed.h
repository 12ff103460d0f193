// Repeats the questions of a recorded game: as position lines, as the lines sent to one seat, or by sending
// those to a bot in lockstep.
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
  std::optional<int> turn;  // Only this turn, from 1.
  std::optional<int> seat;  // If empty: the seat that forfeited, or else the first.
};

// Prints the position of each turn, as the seat to move saw it. Includes a turn that a forfeit cut off.
Result<int> print_positions(const AskAgainArguments& arguments);

// Prints the lines that the referee sent to a seat's bot, up to its last question.
Result<int> print_lines(const AskAgainArguments& arguments);

// Sends a bot the same lines in lockstep, without a clock or a sandbox, and prints its answers beside the
// recorded moves. The exit code is kNo if the bot exits before its last answer, or makes an illegal move.
Result<int> feed(const AskAgainArguments& arguments, const std::string& bot);

}  // namespace toptile
