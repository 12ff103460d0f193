// The games of one run, or of several taken together, with one list of bots. Bots of two runs that have the
// same name and files are one bot.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "tournaments/report/report_run.h"
#include "tournaments/standings/standings.h"

namespace toptile {

struct ReportField {
  std::vector<BotEntry> bots;      // Each bot as it is in the first run that has it.
  std::vector<std::string> names;  // The names that PlayerNames gives the bots.
  int players = 2;                 // The number of players in a game.
  // The games of the runs, one run after the other, sorted by number within a run. Their entrants are indices
  // into `bots`. Their numbers continue from run to run, so that no two sets have the same number.
  std::vector<GameResult> games;
  std::vector<std::size_t> begins;            // The indices in `games` at which each run begins, and the end.
  std::vector<std::uint32_t> before;          // By run: the number that was added to those of its games.
  std::vector<std::vector<int>> entrants_of;  // By run, and by entrant in that run.
  // Maps sets to sets of earlier runs that have the same deal. Set numbers are those of the field.
  JoinedSets joined;
  // Sentences about games that do not count and about bots of the same name that are kept apart.
  std::vector<std::string> notes;

  std::span<const GameResult> games_of(std::size_t run) const {
    return std::span(games).subspan(begins[run], begins[run + 1] - begins[run]);
  }
};

// Fails if the runs cannot be in one report because their rules, lexicons or numbers of players differ, and
// names two that differ.
Result<void> check_together(std::span<const ReportRun> runs);

// The field of runs that check_together accepts.
ReportField field_of(std::span<const ReportRun> runs);

}  // namespace toptile
