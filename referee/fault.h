// A bot's misbehaviour: a result of the game, written into its record, never an error of ours.
#pragma once

#include <string>
#include <string_view>

#include "protocol/game_record.h"

namespace toptile {

enum class FaultKind {
  illegal,    // A move that the rules refuse.
  time,       // The clock ran out.
  crash,      // The process ended, or closed its output.
  protocol,   // What it said is not UWI, or not an answer to what was asked.
  hang,       // No answer while no game clock ran: at the start, to isready, or in a game without a clock.
  withdrawn,  // It is not started any more, after earlier faults. The game was not played.
};

// The word in records.
constexpr std::string_view name_of(FaultKind kind) {
  constexpr std::string_view kNames[] = {"illegal", "time", "crash", "protocol", "hang", "withdrawn"};
  return kNames[static_cast<int>(kind)];
}

struct Fault {
  FaultKind kind;
  std::string text;  // One sentence for the bot's author.
  Evidence evidence = {};
};

}  // namespace toptile
