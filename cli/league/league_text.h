// A league as text.
#pragma once

#include <string>

#include "base/result.h"
#include "league/store/league_store.h"
#include "league/tables/league_table.h"

namespace toptile {

// The table and its notes, in 80 columns.
std::string league_table_text(const LeagueTerms& terms, const LeagueTable& table);

// Reads the league and prints its table.
Result<void> print_league_standings(LeagueStore& store);

// The scores of a set, such as "271 : 240, 188 : 201", with those of its first version first.
std::string set_text(const RecordedSet& set);

// A text such as "97.3 %", which never claims certainty: "over 99.9 %".
std::string chance_text(double chance);

// Prints the current state of a version.
Result<void> tell_state(LeagueStore& store, const BotVersion& version);

}  // namespace toptile
