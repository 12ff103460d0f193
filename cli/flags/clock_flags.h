// The flags for a tournament's clock and its other time limits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "referee/game/bot_session.h"
#include "referee/game/clock.h"

namespace toptile {

class Command;

struct ClockFlags {
  std::optional<std::int64_t> clock_ms, increment_ms, move_ms, bank_ms, margin_ms, hang_ms, nodes;
  std::optional<std::string> overtime;
  bool has_no_clock = false;
  std::optional<bool> is_processor_time;
  std::optional<std::int64_t> start_ms, ready_ms, quit_ms;
};

void declare_clock_flags(Command& command, ClockFlags& flags);

// Applies the flags to both.
Result<void> apply(const ClockFlags& flags, TimeControl& control, Patience& patience);

}  // namespace toptile
