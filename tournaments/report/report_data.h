// What a report shows, as JSON (docs/report_data.md): a pure function of runs, the same to the byte for the
// same ones.
#pragma once

#include <span>
#include <string>

#include "protocol/json_fields.h"
#include "tournaments/report/report_run.h"

namespace toptile {

// Of one run or several that check_together lets pass. Sections that need records are there where all runs
// have their details. Without a title of its own it names the bots.
Json report_data(std::span<const ReportRun> runs, const std::string& title);

// Of one game and nothing else; the run has no other.
Json game_data(const ReportRun& run, const std::string& title);

}  // namespace toptile
