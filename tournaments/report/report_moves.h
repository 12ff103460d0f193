// What records tell beyond results: points by turn, times of moves, faults.
#pragma once

#include <span>

#include "protocol/json_fields.h"
#include "tournaments/report/report_field.h"

namespace toptile {

// Of runs with details, a list of the field's bots.
Json turns_to_json(std::span<const ReportRun> runs, const ReportField& field);
Json times_to_json(std::span<const ReportRun> runs, const ReportField& field);

// Of any runs; the evidence where there are details. Of a bot's withdrawn games the first of a run is told.
Json faults_to_json(std::span<const ReportRun> runs, const ReportField& field);

}  // namespace toptile
