// toptile league: its subcommands. Their files are in cli/league/.
#include <fmt/format.h>

#include <array>
#include <memory>

#include "cli/league/parts.h"

namespace toptile {

namespace {

constexpr std::array<LeaguePart, 20> kParts = {{
    {"init", "Create a league", "toptile league init league --clock 10000 --increment 100",
     declare_league_init},
    {"run", "Examine waiting bots, and play the most informative games", "toptile league run --games 200",
     declare_league_run},
    {"standings", "Print the ratings of all active bots", "toptile league standings",
     declare_league_standings},
    {"queue", "List the submitted bots that wait, and the refused ones", "toptile league queue",
     declare_league_queue},
    {"show", "Show a bot: its versions, rating and opponents, or why it was refused",
     "toptile league show greedy", declare_league_show},
    {"pair", "Show how two bots stand against each other", "toptile league pair greedy human",
     declare_league_pair},
    {"games", "List games, or print their records for other commands", "toptile league games --bot greedy",
     declare_league_games},
    {"enter", "Add the games of a tournament run", "toptile league enter runs/final", declare_league_enter},
    {"marks", "Print all bots as CSV rows, with marks on a scale of bots",
     "toptile league marks --scale random=40,greedy=70,patient=100", declare_league_marks},
    {"unpack", "Write the bots that play into folders, for a tournament", "toptile league unpack final",
     declare_league_unpack},
    {"site", "Write the league as a site that any web space can hold", "toptile league site public",
     declare_league_site},
    {"retire", "Take a bot out of the table; its games still count", "toptile league retire greedy",
     declare_league_retire},
    {"restore",
     "Let a bot play again that was retired, suspended, paused or removed; or put a backup in the league's "
     "place",
     "toptile league restore ./copy.db", declare_league_restore},
    {"remove", "Take a bot out of the league with all its games", "toptile league remove greedy",
     declare_league_remove},
    {"configure", "Change the submission limits and deadline, the anchor or the name",
     "toptile league configure league.json", declare_league_configure},
    {"author", "Give authors tokens, with which they use the league over the network",
     "toptile league author add ann", declare_league_author},
    {"workers", "List what others have played for the league over the network, and block those that lie",
     "toptile league workers", declare_league_workers},
    {"rebuild", "Check every record against the rules, and recompute everything", "toptile league rebuild",
     declare_league_rebuild},
    {"compact", "Move the records of finished games out of the database into compressed files",
     "toptile league compact", declare_league_compact},
    {"backup", "Back up a league while it runs", "toptile league backup copy.db", declare_league_backup},
}};

}  // namespace

Action declare_league(Command& command) {
  for (const LeaguePart& part : kParts) {
    Command added = command.add_command(part.name, part.summary, part.example);
    added.set_action(part.declare(added));
  }
  return {};
}

}  // namespace toptile
