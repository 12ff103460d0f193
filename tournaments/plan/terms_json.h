// The terms of a tournament as JSON, which have the same form in a configuration and in a run.json. Each
// option has one row in the source.
#pragma once

#include <string>
#include <vector>

#include "base/json_fields.h"
#include "tournaments/plan/plan.h"

namespace toptile {

inline constexpr int kMaxGames = 100'000'000;
extern const std::vector<std::string> kRestartWords;  // The names of Restart.

Result<TimeControl> time_control_from_json(const Json& object, const JsonPlace& where);
Json time_control_to_json(const TimeControl& control);

Result<Patience> patience_from_json(const Json& object, const JsonPlace& where);
Json patience_to_json(const Patience& patience);

// Reads the terms of a configuration or a run.json, except the format and the shard.
void read_terms(FieldReader& reader, TournamentTerms& terms);
// Adds the terms to a run.json, except the format, the shard and the test.
void add_terms(Json& object, const TournamentTerms& terms);

// The JSON does not have `games_a_set`.
Result<Shard> shard_from_json(const Json& object, const JsonPlace& where);

}  // namespace toptile
