// What bots did against each other, seat by seat and pair by pair.
#pragma once

#include "base/json_fields.h"
#include "tournaments/report/report_field.h"
#include "tournaments/standings/standings.h"

namespace toptile {

// A list of every two bots that met: how many games they played, how the points of the one less those of the
// other spread, and for games of two how the pairs ended. It is sorted by entrants, the lower one first.
Json pairings_to_json(const ReportField& field);

// What each seat won. Games of two also have how pairs ended for the bot that is higher in the standings, and
// what playing in pairs saved.
Json seats_to_json(const ReportField& field, const Standings& standings);

}  // namespace toptile
