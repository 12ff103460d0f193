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
  int players = 2;                 // How many play a game.
  // The games of one run after those of the other, sorted by number within a run. Their entrants are those of
  // the field. Their numbers go on from run to run, so that no two sets have the same number.
  std::vector<GameResult> games;
  std::vector<std::size_t> begins;    // The places in `games` where each run begins, and the end.
  std::vector<std::uint32_t> before;  // The index is the run: this was added to the numbers of its games.
  std::vector<std::vector<int>> entrants_of;  // The indices are the run and the entrant in that run.
  // Maps sets to sets of earlier runs that have the same deal. Numbers of sets are those of the field.
  JoinedSets joined;
  std::vector<std::string> notes;  // Sentences on what is not counted and what is kept apart.

  std::span<const GameResult> games_of(std::size_t run) const {
    return std::span(games).subspan(begins[run], begins[run + 1] - begins[run]);
  }
};

// An error says which runs cannot be in one report, because their rules, their words or their numbers of
// players differ.
Result<void> check_together(std::span<const ReportRun> runs);

// The field of runs that check_together accepts.
ReportField field_of(std::span<const ReportRun> runs);

}  // namespace toptile
