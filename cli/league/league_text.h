// A league as text and as JSON for programs.
#pragma once

#include <string>
#include <vector>

#include "engine/result.h"
#include "league/store/league_store.h"
#include "league/tables/league_table.h"
#include "protocol/json_fields.h"

namespace toptile {

// The table and its notes, in 80 columns.
std::string league_table_text(const LeagueTerms& terms, const LeagueTable& table);
Json league_table_to_json(const LeagueTerms& terms, const LeagueTable& table);

// Reads the league and prints its table.
Result<void> print_league_standings(LeagueStore& store);

// The results of a set as a text, such as "greedy-v2 271 : 240 human-v1, 188 : 201".
std::string set_text(const RecordedSet& set);

// A text such as "97.3 %", which never says that something is sure: "over 99.9 %".
std::string chance_text(double chance);

// A version as JSON, with what it says of itself.
Json version_to_json(const BotVersion& version);

}  // namespace toptile
