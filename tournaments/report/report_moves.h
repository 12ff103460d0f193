// What records tell beyond results: points by turn, times of moves, faults.
#pragma once

#include <span>

#include "base/json_fields.h"
#include "tournaments/report/report_field.h"

namespace toptile {

// A list with an entry for each of the field's bots. All runs must have details.
Json turns_to_json(std::span<const ReportRun> runs, const ReportField& field);
Json times_to_json(std::span<const ReportRun> runs, const ReportField& field);

// The faults of any runs, with the evidence if a run has details. If a bot was withdrawn from games, only the
// first of them in each run is told.
Json faults_to_json(std::span<const ReportRun> runs, const ReportField& field);

}  // namespace toptile
