// The games of one run, or of several taken together, among one list of bots: a bot of the same name and
// files is one bot.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/result.h"
#include "tournaments/report/report_run.h"
#include "tournaments/standings/standings.h"

namespace toptile {

struct ReportField {
  std::vector<BotEntry> bots;      // The first run's that has them.
  std::vector<std::string> names;  // PlayerNames says how they are called.
  int players = 2;                 // How many play a game.
  // By number within a run, run after run; entrants are those of the field, and numbers go on from run to run
  // so that no two sets have one.
  std::vector<GameResult> games;
  std::vector<std::size_t> begins;            // Of each run's games, and the end.
  std::vector<std::uint32_t> before;          // By run: what its numbers were raised by.
  std::vector<std::vector<int>> entrants_of;  // By run and the run's entrant.
  // Sets of a run that share their deal with a set of a run before, by numbers of the field, to that set.
  JoinedSets joined;
  std::vector<std::string> notes;  // A sentence each on what is not counted or kept apart.

  std::span<const GameResult> games_of(std::size_t run) const {
    return std::span(games).subspan(begins[run], begins[run + 1] - begins[run]);
  }
};

// An error says which runs cannot be read together, as they are of different rules, words or numbers of
// players.
Result<void> check_together(std::span<const ReportRun> runs);

// Of runs that can be.
ReportField field_of(std::span<const ReportRun> runs);

}  // namespace toptile
