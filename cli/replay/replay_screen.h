// A replay in a terminal, from one game of a run to the next.
#pragma once

#include "cli/replay/recorded_game.h"
#include "cli/terminal/screen.h"
#include "tournaments/run/run_store.h"

namespace toptile {

struct ReplayedRun {
  RunPaths paths;
  const Ruleset& rules;
  const Lexicon& lexicon;
};

// The game of a record; an error if the ruleset does not allow its number of players.
Result<RecordedGame> recorded_game(GameRecord record, const RunPaths& paths, const Ruleset& rules,
                                   const Lexicon& lexicon);

// Shows the game until the user leaves. Returns the exit code.
int step_through(Screen& screen, const ReplayedRun& run, RecordedGame game, int turn);

}  // namespace toptile
