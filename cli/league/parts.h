// The subcommands of `toptile league`: each adds its arguments to a command, and returns the action to run
// after they are parsed.
#pragma once

#include <string_view>

#include "cli/flags/command.h"

namespace toptile {

struct LeaguePart {
  std::string_view name;
  std::string_view summary;
  std::string_view example;
  Action (*declare)(Command& command);
};

Action declare_league_init(Command& command);
Action declare_league_configure(Command& command);
Action declare_league_run(Command& command);
Action declare_league_queue(Command& command);
Action declare_league_show(Command& command);
Action declare_league_standings(Command& command);
Action declare_league_pair(Command& command);
Action declare_league_games(Command& command);
Action declare_league_enter(Command& command);
Action declare_league_marks(Command& command);
Action declare_league_unpack(Command& command);
Action declare_league_site(Command& command);
Action declare_league_retire(Command& command);
Action declare_league_restore(Command& command);
Action declare_league_remove(Command& command);
Action declare_league_author(Command& command);
Action declare_league_workers(Command& command);
Action declare_league_rebuild(Command& command);
Action declare_league_compact(Command& command);
Action declare_league_backup(Command& command);

}  // namespace toptile
