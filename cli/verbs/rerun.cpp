// toptile rerun: plays a pair of games of a run again, with transcripts.
#include <string_view>

#include "cli/flags/command.h"
#include "cli/terminal/terminal.h"
#include "cli/tournament/play_tournament.h"
#include "tournaments/plan/terms_json.h"

namespace toptile {

namespace {

// A flag's description, with the run's own setting as the default.
std::string of_the_run(std::string description) {
  constexpr std::string_view kMark = " (default)", kValue = "(default ", kOfTheRun = "(default: the run's";
  for (std::size_t at; (at = description.find(kMark)) != description.npos;)
    description.erase(at, kMark.size());
  for (std::size_t at; (at = description.find(kValue)) != description.npos;)
    description.replace(at, description.find_first_of(";)", at) - at, kOfTheRun);
  return description;
}

}  // namespace

Action declare_rerun(Command& command) {
  auto flags = std::make_shared<TournamentFlags>();
  flags->transcripts = true;
  command.add_option("run RUN", flags->repeat, "The folder of a run").required();
  const Option game =
      command
          .add_option("--game N", flags->repeated_game,
                      "Play the pair again that this game is of, or the set if more than two play")
          .check(in_range(1, kMaxGames));
  command.add_option("--pair N", flags->repeated_set, "Play this pair again")
      .check(in_range(1, kMaxGames))
      .excludes(game);
  command.add_option("--bot BOT", flags->bots,
                     "Let this program play in the place of the bot with its name, as in mine=./mine");
  declare_terms_flags(command, *flags);
  for (const Option option : command.options()) option.describe(of_the_run(option.description()));
  declare_execution_flags(command, *flags);
  return [flags]() -> Result<int> {
    if (flags->repeat.empty())
      return Error{"name the folder of a run, as in: toptile rerun runs/cup --pair 3"};
    if (!flags->repeated_set && !flags->repeated_game)
      return Error{"say which games, with --pair N or --game N"};
    return play_tournament(*flags);
  };
}

}  // namespace toptile
