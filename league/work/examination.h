// Whether a bot that was handed in may play: it is built, checked by the conformance tests, and plays a set
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
  std::string reason;  // Why it is refused, and what to do about it, in a sentence or two.
  std::string log;     // What its author should see of all steps: no path of this machine is in it.
};

// Called with the state that the version comes into. The examination ends if it returns false.
using OnStep = std::function<bool(VersionState)>;

// Examines the version. `on_step` is called before each step. An error says that this machine or the store
// failed, and nothing is known of the bot; so it is when a stop was requested.
Result<ExaminationResult> examine(LeagueStore& store, const BotVersion& version, Stock& stock,
                                  const SetPlayer& player, int lane, const std::stop_token& stop,
                                  const OnStep& on_step);

}  // namespace toptile
