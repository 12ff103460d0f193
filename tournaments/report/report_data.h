// The data of a report, as JSON (docs/report_data.md). It is a pure function of runs: the same runs give the
// same bytes.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/json_fields.h"
#include "tournaments/report/report_run.h"

namespace toptile {

// The report of one run, or of several that check_together accepts. Sections that need records are included
// if all runs have details. If `title` is empty, the title names the bots.
Json report_data(std::span<const ReportRun> runs, const std::string& title);

// The data of a single game, the only one of the run.
Json game_data(const ReportRun& run, const std::string& title);

// The letters of a ruleset, and the size of its board.
Json alphabet_to_json(const Ruleset& rules);

// Rounds all numbers to four decimals, and replaces those that are not finite by null. More digits, which
// nobody reads, would make a page twice as long.
void round_numbers(Json& json);

}  // namespace toptile
