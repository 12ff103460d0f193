// toptile rerun: plays a pair of games of a run again, with transcripts.
#include <CLI/CLI.hpp>
#include <regex>

#include "cli/flags/flag.h"
#include "cli/terminal/terminal.h"
#include "cli/verbs/play_tournament.h"
#include "tournaments/plan/terms_json.h"

namespace toptile {

namespace {

// A flag's description, with the run's own setting as the default.
std::string of_the_run(const std::string& description) {
  static const std::regex with_value(R"(\(default [^;)]*)"), behind_word(R"( \(default\))");
  return std::regex_replace(std::regex_replace(description, behind_word, ""), with_value,
                            "(default: the run's");
}

}  // namespace

std::function<int()> declare_rerun(CLI::App& command) {
  auto flags = std::make_shared<TournamentFlags>();
  flags->transcripts = true;
  command.add_option("run", flags->repeat, "The folder of a run")->required()->type_name("RUN");
  auto* game = command
                   .add_option("--game", flags->repeated_game,
                               "Play the pair again that this game is of, or the set if more than two play")
                   ->check(in_range(1, kMaxGames))
                   ->type_name("N");
  command.add_option("--pair", flags->repeated_set, "Play this pair again")
      ->check(in_range(1, kMaxGames))
      ->excludes(game)
      ->type_name("N");
  command
      .add_option("--bot", flags->bots,
                  "Let this program play in the place of the bot with its name, as in mine=./mine")
      ->type_name("BOT");
  declare_terms_flags(command, *flags);
  for (CLI::Option* option : command.get_options())
    option->description(of_the_run(option->get_description()));
  declare_execution_flags(command, *flags);
  return [flags] {
    if (flags->repeat.empty())
      return complain({"name the folder of a run, as in: toptile rerun runs/cup --pair 3"});
    if (!flags->repeated_set && !flags->repeated_game)
      return complain({"say which games, with --pair N or --game N"});
    return play_tournament(*flags);
  };
}

}  // namespace toptile
