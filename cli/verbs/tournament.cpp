// toptile tournament: play or resume a tournament, from a configuration file or from flags.

#include "cli/flags/command.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "cli/tournament/play_tournament.h"
#include "cli/tournament/tournament_check.h"
#include "tournaments/plan/schemas.h"

namespace toptile {

namespace {

Result<int> print_schema() {
  print(tournament_schema());
  return kDone;
}

}  // namespace

Action declare_tournament(Command& command) {
  auto flags = std::make_shared<TournamentFlags>();
  command.add_option("config CONFIG.json", flags->config,
                     "A configuration file (docs/tournaments.md); flags override it");
  declare_field_flags(command, *flags);
  declare_plan_flags(command, *flags);
  declare_resume_flags(command, *flags);
  declare_execution_flags(command, *flags);
  command.add_flag("--schema", flags->wants_schema, "Print the JSON schema of a configuration file")
      .group("The run");
  return [flags] { return flags->wants_schema ? print_schema() : play_tournament(*flags); };
}

}  // namespace toptile
