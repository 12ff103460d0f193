// toptile report: writes runs as a single page that can be sent to others.
#include <fmt/format.h>

#include <filesystem>

#include "base/utf8.h"
#include "cli/analysis/review_run.h"
#include "cli/flags/command.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/report_file.h"
#include "cli/terminal/terminal.h"
#include "cli/watch/tournament_text.h"
#include "tournaments/plan/schemas.h"
#include "tournaments/report/report_data.h"
#include "tournaments/report/report_field.h"
#include "tournaments/report/report_page.h"
#include "tournaments/report/report_records.h"
#include "tournaments/run/run_store.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

struct ReportArguments {
  std::vector<std::string> runs;
  std::string out, title, games = "all";
  bool json = false, wants_schema = false, wants_review = false, has_no_engine = false;
  std::uint64_t nodes = kReviewNodes;
};

// Reviews the games that have no review yet. Returns the exit code if this was stopped, otherwise nullopt.
Result<std::optional<int>> review_runs(const ReportArguments& arguments) {
  const InterruptWatch interrupts;
  for (const std::string& folder : arguments.runs) {
    const RunPaths paths{folder};
    TOPTILE_TRY(const auto plan, read_run_plan(paths));
    TOPTILE_TRY(const auto progress,
                review_missing({.paths = paths, .nodes = arguments.nodes}, plan, interrupts.token()));
    if (progress.is_finished()) continue;
    fmt::print(
        stderr,
        "toptile: {}: stopped after {} of {} games; no page was written, and the same command resumes from "
        "there\n",
        shown_path(folder), progress.before + progress.reviewed, progress.chosen);
    return std::optional(kInterrupted);
  }
  return std::optional<int>();
}

Result<std::vector<ReportRun>> read_runs(const std::vector<std::string>& folders,
                                         const GameSelection& games) {
  std::vector<ReportRun> runs;
  ReadGames before;
  for (const std::string& folder : folders) {
    TOPTILE_TRY(auto run, read_report_run(RunPaths{folder}, folder, games, before));
    print_notes_on_run(RunPaths{folder}, run.plan);
    runs.push_back(std::move(run));
  }
  TOPTILE_TRY_TO(check_together(runs));
  return runs;
}

void add_engines(std::vector<ReportRun>& runs, const std::vector<std::string>& folders) {
  for (std::size_t run = 0; run < runs.size(); ++run) add_engine(runs[run], RunPaths{folders[run]});
}

Result<int> report(const ReportArguments& arguments) {
  const auto games = GameSelection::parse(arguments.games);
  if (!games) {
    return Error{fmt::format("--games {}: this should be all, none, or numbers of games as in 1-20,35",
                             printable(arguments.games))};
  }
  if (arguments.wants_review) {
    TOPTILE_TRY(const auto stopped, review_runs(arguments));
    if (stopped) return *stopped;
  }
  TOPTILE_TRY(auto runs, read_runs(arguments.runs, arguments.json ? GameSelection::none() : *games));
  if (const auto fault = games->missing_fault(runs))
    return in_context("--games " + printable(arguments.games), *fault);
  const Json data = report_data(runs, arguments.title);
  if (arguments.json) {
    print(json_line(data));
    return kDone;
  }
  if (!arguments.has_no_engine) add_engines(runs, arguments.runs);
  const std::string file =
      arguments.out.empty() ? folder_name(arguments.runs.front()) + ".html" : arguments.out;
  TOPTILE_TRY_TO(write_report(file, report_page(data, runs)));
  return kDone;
}

}  // namespace

Action declare_report(Command& command) {
  auto arguments = std::make_shared<ReportArguments>();
  const Option runs = command.add_option("runs RUN", arguments->runs,
                                         "Folders of runs; bots of the same name and files count as one bot");
  command.add_option("--out FILE", arguments->out,
                     "The file to write, or - for standard output (default: the name of the run's folder and "
                     ".html, here)");
  command.add_option("--games WHICH", arguments->games,
                     "The games that can be replayed in it: all (default), none, or numbers as in 1-20,35");
  command.add_option("--title TEXT", arguments->title,
                     "The title of the page (default: the tournament's name, or who played)");
  command.add_flag("--no-engine", arguments->has_no_engine,
                   "Leave out the engine that analyzes positions in the page, and with it the lexicon");
  const Option json =
      command.add_flag("--json", arguments->json, "Print what the page shows as a line of JSON");
  json.excludes("--out").excludes("--games").excludes("--no-engine");
  const Option review = command.add_flag("--analyze", arguments->wants_review,
                                         "First review the games that have no review, with the champion");
  command.add_option("--nodes N", arguments->nodes, "Turns that the champion plays in its head for each turn")
      .check(in_range(1, kMaxReviewNodes))
      .shows_default()
      .needs(review);
  command.add_flag("--schema", arguments->wants_schema, "Print the JSON schema of what --json prints")
      .excludes(runs);
  return [arguments, runs]() -> Result<int> {
    if (arguments->wants_schema) {
      print(report_schema());
      return kDone;
    }
    if (!runs.is_given())
      return Error{
          "report: the folder of a run should follow, as in: toptile report runs/mine; see: toptile "
          "report --help"};
    return report(*arguments);
  };
}

}  // namespace toptile
