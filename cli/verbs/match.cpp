// toptile match: two bots play pairs of games until a number of games is reached or a sequential test ends.

#include "cli/flags/command.h"
#include "cli/terminal/terminal.h"
#include "cli/tournament/play_tournament.h"

namespace toptile {

Action declare_match(Command& command) {
  auto flags = std::make_shared<TournamentFlags>();
  flags->is_match = true;
  command
      .add_option("bots BOT", flags->bots,
                  "Two bots: each a shipped one, a bot's folder, a program, or \"name=program arguments\"")
      .expected(2);
  declare_plan_flags(command, *flags);
  declare_resume_flags(command, *flags);
  declare_execution_flags(command, *flags);
  return [flags]() -> Result<int> {
    if (flags->bots.empty() && flags->resume.empty())
      return Error{"BOT: name two bots, such as patient and greedy, or a run to resume, with --resume"};
    return play_tournament(*flags);
  };
}

}  // namespace toptile
