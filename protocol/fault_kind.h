// The kinds of a bot's misbehaviour, as records name them.
#pragma once

#include <cstdint>
#include <string_view>

namespace toptile {

enum class FaultKind : std::uint8_t {
  illegal,    // A move that the rules refuse.
  time,       // The clock ran out.
  crash,      // The process ended, or closed its output.
  protocol,   // Its line is not UWI, or does not answer the question.
  hang,       // No answer while no game clock ran: at the start, to isready, or in a game without a clock.
  withdrawn,  // It is no longer started, after earlier faults. The game was not played.
};
inline constexpr FaultKind kLastFaultKind = FaultKind::withdrawn;

// The name in records.
constexpr std::string_view name_of(FaultKind kind) {
  constexpr std::string_view kNames[] = {"illegal", "time", "crash", "protocol", "hang", "withdrawn"};
  return kNames[static_cast<int>(kind)];
}

// Whether a bot that makes such a fault before its first move in a game has failed to start in it.
constexpr bool may_prevent_start(FaultKind kind) {
  return kind == FaultKind::crash || kind == FaultKind::protocol || kind == FaultKind::hang;
}

}  // namespace toptile
