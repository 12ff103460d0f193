// Writes reports to the files that users name.
#pragma once

#include <string>

#include "base/result.h"
#include "tournaments/report/report_run.h"
#include "tournaments/run/run_store.h"

namespace toptile {

// Adds what a page needs to analyze the run's games. If the run's lexicon cannot be read, a line on standard
// error says that the page has no engine, and why.
void add_engine(ReportRun& run, const RunPaths& paths);

// Writes the page and prints a line about it, or prints the page if the file is "-". An existing file is
// replaced only if it is such a page.
Result<void> write_report(const std::string& file, const std::string& page);

}  // namespace toptile
