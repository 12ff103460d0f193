#include "tournaments/report/written_report.h"

#include <filesystem>
#include <utility>

#include "base/files.h"
#include "tournaments/report/report_data.h"
#include "tournaments/report/report_page.h"
#include "tournaments/report/report_records.h"

namespace toptile {

namespace {

// The name of the run in its report. It does not name the folder, so that a copy of it has the same report.
constexpr std::string_view kThisFolder = ".";

// Packed records take about a quarter of their bytes in the log. A log that is longer than the largest page
// by this factor is not read, because a page with its games would be too large.
constexpr std::uintmax_t kMinPacking = 5;

ReportRun results_of(const Plan& plan, const TournamentEnd& end) {
  return {.name = std::string(kThisFolder),
          .plan = plan,
          .games = end.results,
          .forfeited = end.forfeited,
          .places = end.places,
          .test = end.test,
          .planned = end.progress.games,
          .is_finished = end.is_finished(),
          .details = {}};
}

bool may_fit(const RunPaths& paths, std::uintmax_t most_bytes) {
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(paths.games(), error);
  return !error && bytes / kMinPacking <= most_bytes;
}

}  // namespace

Result<void> write_run_report(const RunPaths& paths, const Plan& plan, const TournamentEnd& end,
                              std::uintmax_t most_bytes) {
  ReportRun run = results_of(plan, end);
  TOPTILE_TRY(run.sessions, read_sessions(paths));
  std::vector<GameChunk> chunks;
  if (may_fit(paths, most_bytes)) {
    ReadGames before;
    TOPTILE_TRY(auto read, read_report_run(paths, std::string(kThisFolder), GameSelection::all(), before));
    chunks = std::exchange(read.details->chunks, {});
    // If the run was stopped, the log may lack games that already count: those that ended before an earlier
    // one. Then the details from the records would not be about the same games as the rest.
    if (read.games.size() == run.games.size()) run = std::move(read);
  }
  const Json data = report_data({&run, 1}, "");
  if (!run.details && !chunks.empty()) run.details.emplace();
  if (!chunks.empty()) run.details->chunks = std::move(chunks);
  if (run.details) {
    TOPTILE_TRY(run.lexicon, packed_lexicon(paths, plan.rules));
  }
  std::string page = report_page(data, {&run, 1});
  if (page.size() > most_bytes && run.details) {
    run.lexicon.clear();
    page = report_page(data, {&run, 1});
  }
  if (page.size() > most_bytes && run.details) {
    run.details->chunks.clear();
    page = report_page(data, {&run, 1});
  }
  return replace_file(paths.report(), page, Readers::owner);
}

}  // namespace toptile
