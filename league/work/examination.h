// Examines whether a submitted bot may play: builds it, runs the conformance tests, and lets it play a set
// against itself.
#pragma once

#include <stop_token>
#include <string>

#include "base/result.h"
#include "league/intake/stock.h"
#include "league/store/league_store.h"
#include "league/work/set_player.h"

namespace toptile {

struct ExaminationResult {
  bool has_passed = false;
  std::string reason;  // Why it is refused, and what to do about it; one or two sentences.
  std::string log;     // For its author, from all steps; contains no path of this machine.
};

// Called with the state that the version enters. The examination ends if this returns false.
using OnStep = std::function<bool(VersionState)>;

// Examines the version, calling `on_step` before each step. It is an error if this machine or the league
// failed, or if a stop was requested; then nothing is known about the bot.
Result<ExaminationResult> examine(const BotVersion& version, const Stock::PackedFiles& packed_files,
                                  Stock& stock, const SetPlayer& player, int lane,
                                  const std::stop_token& stop, const OnStep& on_step);

}  // namespace toptile
