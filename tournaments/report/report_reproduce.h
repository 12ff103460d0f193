// How to play the games of a run again.
#pragma once

#include "base/json_fields.h"
#include "tournaments/report/report_run.h"

namespace toptile {

// {"commands", "configuration", "notes"}. `toptile tournament FILE` can read the configuration, which is
// complete. The first command is a short one that needs no configuration, if the plan allows it.
Json reproduction_of(const ReportRun& run);

}  // namespace toptile
