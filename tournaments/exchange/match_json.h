// The result of a match of two, as JSON (docs/events.md: the event "end").
#pragma once

#include <optional>
#include <string>

#include "bots/bot_entry.h"
#include "ratings/matches/match_tally.h"
#include "tournaments/plan/plan.h"

namespace toptile {

// The result for the plan's first bot. If a test ends the match, it is included.
Json match_to_json(const MatchTally& match, const Plan& plan, const std::optional<TestStatus>& test);

// Whether both have files with the same hash, and are started with the same arguments and options. Where the
// files are does not matter.
bool are_same_program(const BotEntry& one, const BotEntry& other);

// A sentence if both bots are the same program and every pair of the match is level. nullopt otherwise, and
// before the first pair.
std::optional<std::string> level_note(const MatchTally& match, const BotEntry& one, const BotEntry& other);

}  // namespace toptile
