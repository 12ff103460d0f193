// How the bots of a plan are started.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "bots/copies/frozen_bots.h"
#include "referee/game/play_game.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/run_store.h"

namespace toptile {

// The specification with which each bot of a plan is started. It is determined once.
class Launchpad {
 public:
  Launchpad(const Plan& plan, const RunPaths& paths, const FrozenBots& bots,
            const std::shared_ptr<const Sandbox>& sandbox);
  // The specifications of the bots of a plan; the indices are the lane and the entrant.
  explicit Launchpad(std::vector<std::vector<BotSpec>> specs) : specs_(std::move(specs)) {}

  const BotSpec& spec_of(Entrant entrant, int lane = 0) const { return specs_[lane][entrant]; }
  const std::vector<BotSpec>& specs() const { return specs_[0]; }

 private:
  std::vector<std::vector<BotSpec>> specs_;  // The indices are the lane and the entrant.
};

// The number of lanes of a plan's bots: one for each game of a set if RefereeSettings::lanes is true,
// otherwise one.
int lanes_of(const Plan& plan);

// The end of a sentence that says where the bot's stderr is; empty if it wrote nothing.
std::string place_of_stderr(const BotSpec& spec);

// The table for a bot that has a clock of its own.
GameTable table_for(const GameTable& table, const BotEntry& bot);

// Starts every bot once. The bot shakes hands, takes its options, reads the rules and the lexicon and gets
// ready, so that a fault in this is found before the first game. An error names the bot. `warn` is called for
// each bot that is too slow for the clock (slowness_of).
Result<void> try_every_bot(const Launchpad& launchpad, const GameTable& table, const Plan& plan,
                           const std::function<void(const std::string&)>& warn, const std::stop_token& stop);

}  // namespace toptile
