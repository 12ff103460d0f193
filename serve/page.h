// The page of a league: its standings.
#pragma once

#include <string>

#include "league/store/league_terms.h"
#include "league/tables/league_table.h"

namespace toptile {

// HTML that loads nothing else. Names are written by strangers, so they are escaped.
std::string standings_page(const LeagueTerms& terms, const LeagueTable& table);

}  // namespace toptile
