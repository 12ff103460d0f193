// The highlights of a report, as JSON (docs/report_data.md).
#pragma once

#include <span>

#include "base/json_fields.h"
#include "tournaments/report/report_field.h"

namespace toptile {

// The best of all runs. A key is left out if no game has what it tells. All runs must have details.
Json highlights_to_json(std::span<const ReportRun> runs, const ReportField& field);

// Adds the columns about single turns to the columns of games. All runs must have details.
void add_turns_of_games(Json& columns, std::span<const ReportRun> runs);

// The column of forfeits, for any runs: for each game, the seats that forfeited or were not started, in seat
// order, each with the reason if it is known.
Json forfeits_of_games(std::span<const ReportRun> runs, const ReportField& field);

}  // namespace toptile
