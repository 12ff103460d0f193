// What a match of two comes to, as JSON (docs/events.md: the event "end").
#pragma once

#include <optional>

#include "tournaments/matches/match_tally.h"
#include "tournaments/plan/plan.h"

namespace toptile {

// The result of the plan's first bot. If a test ends the match, it is included.
Json match_to_json(const MatchTally& match, const Plan& plan, const std::optional<TestStatus>& test);

}  // namespace toptile
