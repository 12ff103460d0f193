// What a report shows, as JSON (docs/report_data.md). It is a pure function of runs: the same runs give the
// same bytes.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/json_fields.h"
#include "tournaments/report/report_run.h"

namespace toptile {

// The report of one run, or of several that check_together accepts. Sections that need records are there if
// all runs have details. If `title` is empty, the title names the bots.
Json report_data(std::span<const ReportRun> runs, const std::string& title);

// The data of a single game. The run has no other.
Json game_data(const ReportRun& run, const std::string& title);

// The letters of a ruleset, and the size of its board.
Json alphabet_to_json(const Ruleset& rules);

// Rounds all figures to four decimals, and makes null of those that are not finite. More digits than anybody
// reads would make a page twice as long.
void round_numbers(Json& json);

}  // namespace toptile
