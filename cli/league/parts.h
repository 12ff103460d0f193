// The subcommands of `toptile league`: each adds its arguments to a command, and returns the action to run
// after they are parsed.
#pragma once

#include <functional>
#include <string_view>

namespace CLI {
class App;
}

namespace toptile {

struct LeaguePart {
  std::string_view name;
  std::string_view summary;
  std::string_view example;
  std::function<int()> (*declare)(CLI::App& command);
};

std::function<int()> declare_league_init(CLI::App& command);
std::function<int()> declare_league_configure(CLI::App& command);
std::function<int()> declare_league_run(CLI::App& command);
std::function<int()> declare_league_queue(CLI::App& command);
std::function<int()> declare_league_show(CLI::App& command);
std::function<int()> declare_league_standings(CLI::App& command);
std::function<int()> declare_league_pair(CLI::App& command);
std::function<int()> declare_league_games(CLI::App& command);
std::function<int()> declare_league_enter(CLI::App& command);
std::function<int()> declare_league_marks(CLI::App& command);
std::function<int()> declare_league_unpack(CLI::App& command);
std::function<int()> declare_league_site(CLI::App& command);
std::function<int()> declare_league_retire(CLI::App& command);
std::function<int()> declare_league_restore(CLI::App& command);
std::function<int()> declare_league_remove(CLI::App& command);
std::function<int()> declare_league_author(CLI::App& command);
std::function<int()> declare_league_rebuild(CLI::App& command);
std::function<int()> declare_league_backup(CLI::App& command);

}  // namespace toptile
