// What bots did against each other, seat by seat and pair by pair.
#pragma once

#include "protocol/json_fields.h"
#include "tournaments/report/report_field.h"
#include "tournaments/standings/standings.h"

namespace toptile {

// A list of those two who met: how many games, how the points of the one less those of the other spread, and
// of games of two the pairs by their results. By entrants, the lower one first.
Json pairings_to_json(const ReportField& field);

// What each seat won; of games of two, how pairs ended for whom the standings have before the other, and what
// playing in pairs saved.
Json seats_to_json(const ReportField& field, const Standings& standings);

}  // namespace toptile
