// toptile report: writes runs as one page that can be sent to a friend.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "cli/terminal/exit_code.h"
#include "cli/terminal/report_file.h"
#include "cli/terminal/terminal.h"
#include "engine/utf8.h"
#include "tournaments/plan/schemas.h"
#include "tournaments/report/report_data.h"
#include "tournaments/report/report_field.h"
#include "tournaments/report/report_page.h"
#include "tournaments/report/report_records.h"
#include "tournaments/run/run_store.h"

namespace toptile {

namespace {

struct ReportArguments {
  std::vector<std::string> runs;
  std::string out, title, games = "all";
  bool json = false, wants_schema = false;
};

Result<std::vector<ReportRun>> read_runs(const std::vector<std::string>& folders,
                                         const GameSelection& games) {
  std::vector<ReportRun> runs;
  ReadGames before;
  for (const std::string& folder : folders) {
    TOPTILE_TRY(auto run, read_report_run(RunPaths{folder}, folder, games, before));
    runs.push_back(std::move(run));
  }
  TOPTILE_TRY_TO(check_together(runs));
  return runs;
}

Result<void> report(const ReportArguments& arguments) {
  const auto games = GameSelection::parse(arguments.games);
  if (!games) {
    return Error{fmt::format("--games {}: this should be all, none, or numbers of games as in 1-20,35",
                             printable(arguments.games))};
  }
  TOPTILE_TRY(const auto runs, read_runs(arguments.runs, arguments.json ? GameSelection::none() : *games));
  if (const auto fault = games->missing_fault(runs))
    return in_context("--games " + printable(arguments.games), *fault);
  const Json data = report_data(runs, arguments.title);
  if (arguments.json) {
    print(json_line(data));
    return success();
  }
  const std::string file =
      arguments.out.empty() ? folder_name(arguments.runs.front()) + ".html" : arguments.out;
  return write_report(file, report_page(data, runs));
}

}  // namespace

std::function<int()> declare_report(CLI::App& command) {
  auto arguments = std::make_shared<ReportArguments>();
  auto* runs = command
                   .add_option("runs", arguments->runs,
                               "Folders of runs; bots of the same name and files count as one bot")
                   ->type_name("RUN");
  command
      .add_option("--out", arguments->out,
                  "The file to write, or - for standard output (default: the name of the run's folder and "
                  ".html, here)")
      ->type_name("FILE");
  command
      .add_option("--games", arguments->games,
                  "The games that can be replayed in it: all (default), none, or numbers as in 1-20,35")
      ->type_name("WHICH");
  command.add_option("--title", arguments->title, "The title of the page (default: who played)")
      ->type_name("TEXT");
  auto* json = command.add_flag("--json", arguments->json, "Print what the page shows as a line of JSON");
  json->excludes("--out")->excludes("--games");
  command.add_flag("--schema", arguments->wants_schema, "Print the JSON schema of what --json prints")
      ->excludes(runs);
  return [arguments, runs] {
    if (arguments->wants_schema) {
      print(report_schema());
      return kDone;
    }
    if (runs->count() == 0)
      return complain(
          Error{"report: the folder of a run should follow, as in: toptile report runs/mine; see: toptile "
                "report --help"});
    const auto written = report(*arguments);
    return written ? kDone : complain(written.error());
  };
}

}  // namespace toptile
