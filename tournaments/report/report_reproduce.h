// How to play the games of a run again.
#pragma once

#include "protocol/json_fields.h"
#include "tournaments/report/report_run.h"

namespace toptile {

// {"commands", "configuration", "notes"}: the configuration is a whole one, as `toptile tournament FILE`
// reads it, and the first command is a short one where the plan needs no more.
Json reproduction_of(const ReportRun& run);

}  // namespace toptile
