// toptile tournament: play or resume a tournament, from a configuration file or from flags.
#include "cli/play_tournament.h"
#include "cli/verb.h"

namespace toptile {

std::function<int()> declare_tournament(CLI::App& command) {
  auto flags = std::make_shared<TournamentFlags>();
  command.add_option("config", flags->config, "A configuration file (docs/tournaments.md); flags count more")
      ->type_name("CONFIG.json");
  command
      .add_option("--bot", flags->bots,
                  "A shipped bot, a bot's folder, a program, or \"name=program arguments\"; two or more")
      ->type_name("BOT")
      ->expected(1)
      ->take_all();
  command
      .add_option("--format", flags->format,
                  "round_robin (default), gauntlet, swiss, knock_out or king: who meets whom")
      ->check(CLI::IsMember(kFormatWords))
      ->type_name("FORMAT");
  command.add_option("--players", flags->players, "Players of a game, 2 to 4 (default 2)")
      ->check(in_range(2, kMostPlayers))
      ->type_name("N");
  command.add_option("--rounds", flags->rounds, "Rounds of a swiss tournament or of king")
      ->check(in_range(1, kMostRounds))
      ->type_name("N");
  command
      .add_option("--leaders", flags->leaders,
                  "Of a gauntlet: so many of the first bots meet the others (default 1)")
      ->check(in_range(1, 100'000))
      ->type_name("N");
  command
      .add_option("--shard", flags->shard, "Play this part of the schedule alone, as in 2/8, to be merged")
      ->type_name("I/N");
  declare_plan_flags(command, *flags);
  declare_execution_flags(command, *flags);
  return [flags] { return play_tournament(*flags); };
}

}  // namespace toptile
