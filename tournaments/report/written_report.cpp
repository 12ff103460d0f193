#include "tournaments/report/written_report.h"

#include "protocol/files.h"
#include "tournaments/report/report_data.h"
#include "tournaments/report/report_page.h"

namespace toptile {

namespace {

// The name of the run in its report. It does not name the folder, so that a copy of it has the same report.
constexpr std::string_view kThisFolder = ".";

constexpr std::string_view kMore =
    "This page shows only results. `toptile report RUN` makes a page that also has the games, points by "
    "turn, the times of moves and the evidence of faults.";

}  // namespace

Result<void> write_run_report(const RunPaths& paths, const Plan& plan, const TournamentEnd& end) {
  const ReportRun run{.name = std::string(kThisFolder),
                      .plan = plan,
                      .games = end.results,
                      .forfeited = end.forfeited,
                      .places = end.places,
                      .test = end.test,
                      .planned = end.progress.games,
                      .is_finished = end.is_finished(),
                      .details = {}};
  const std::span runs(&run, 1);
  Json data = report_data(runs, "");
  data["reproduce"]["notes"].push_back(kMore);
  return replace_file(paths.report(), report_page(data, runs), Readers::owner);
}

}  // namespace toptile
