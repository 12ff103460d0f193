// A bot's misbehaviour: a result of the game, written into its record, never an error of ours.
#pragma once

#include <string>
#include <string_view>

namespace toptile {

enum class FaultKind {
  illegal,   // A move that the rules refuse.
  time,      // The clock ran out.
  crash,     // The process ended, or closed its output.
  protocol,  // What it said is not UWI, or not an answer to what was asked.
  hang,      // No answer where no game clock runs: at the start, to isready, in a game without a clock.
};

// The word in records.
constexpr std::string_view name_of(FaultKind kind) {
  constexpr std::string_view kNames[] = {"illegal", "time", "crash", "protocol", "hang"};
  return kNames[static_cast<int>(kind)];
}

struct Fault {
  FaultKind kind;
  std::string text;  // One sentence for the bot's author.
};

}  // namespace toptile
