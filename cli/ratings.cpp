// toptile ratings: the standings of a run, computed anew from its records.
#include <fmt/format.h>

#include "cli/terminal.h"
#include "cli/verb.h"
#include "tournaments/tournament.h"

namespace toptile {

std::function<int()> declare_ratings(CLI::App& command) {
  struct Arguments {
    std::vector<std::string> runs;
    bool json = false;
  };
  auto arguments = std::make_shared<Arguments>();
  command.add_option("runs", arguments->runs, "The folders of runs; each is rated by itself")
      ->required()
      ->type_name("RUN");
  command.add_flag("--json", arguments->json, "Print JSON, a line a run");
  return [arguments] {
    for (const std::string& folder : arguments->runs) {
      const auto run = read_run(RunPaths{folder});
      if (!run) return complain(run.error());
      const Standings standings = standings_of_run(run.value().plan, run.value().results);
      if (arguments->json) {
        print(json_line(standings_to_json(standings)));
      } else {
        print(fmt::format("{}: {} games\n{}", folder, standings.games, format_standings(standings)));
      }
    }
    return kDone;
  };
}

}  // namespace toptile
