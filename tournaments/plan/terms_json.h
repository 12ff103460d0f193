// The terms of a tournament as JSON, in the same form in a configuration and in a run.json.
#pragma once

#include <string>
#include <vector>

#include "base/json_fields.h"
#include "tournaments/plan/plan.h"

namespace toptile {

// The maximum of "games" and of "withdraw_after".
inline constexpr int kMaxGames = 100'000'000;
extern const std::vector<std::string> kRestartWords;  // In the order of Restart.

Result<TimeControl> time_control_from_json(const Json& object, const JsonPlace& where);
Json time_control_to_json(const TimeControl& control);

Result<Patience> patience_from_json(const Json& object, const JsonPlace& where);
Json patience_to_json(const Patience& patience);

// Reads the terms of a configuration or a run.json, except the format and the shard, and reports errors to
// the reader.
void read_terms(FieldReader& reader, TournamentTerms& terms);
// Adds the terms to a run.json, except the format, the shard and the test, which plan_to_json writes.
void add_terms(Json& object, const TournamentTerms& terms);

// Leaves `games_a_set` at its default, because it follows from the format.
Result<Shard> shard_from_json(const Json& object, const JsonPlace& where);

}  // namespace toptile
