// A bot's view of all games of a run, several at once. What it gives is in the order of the run's records, at
// any number of games at once; each game gets new processes, so that nothing comes from an earlier one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "protocol/tournament_numbers.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/analysis.h"
#include "tournaments/run/run_store.h"

namespace toptile {

// Which turns of a run are asked about.
struct RunSelection {
  std::vector<std::string> players;  // The turns of these bots alone; empty: of all.

  bool has(const std::string& player) const;
  // Whether somebody of these players plays in the game.
  bool has_one_of(const std::vector<std::string>& in_seat_order) const;
};

// The records of a run that were checked.
struct CheckedGames {
  std::uint64_t records = 0;  // All that are in games.jsonl now.
  std::uint64_t chosen = 0;   // Those that the selection has a turn of.
};

// Plays all records of a run again. An error says which is not one of the plan, or not as the rules say.
Result<CheckedGames> check_games(const RunPaths& paths, const Plan& plan, const Lexicon& lexicon,
                                 const RunSelection& selection);

struct AnalyzedGame {
  GameNumber id{};
  std::vector<std::string> players;  // The names in seat order.
  std::vector<TurnOpinion> turns;    // They have the info lines of keep_telling_infos.
  std::optional<TurnFault> fault;    // Why the later turns of the game are missing.
};

struct RunAnalysis {
  RunPaths paths;
  RunSelection selection;
  CheckedGames games;
  int concurrency = 1;
  // Gets the chosen games in the order of their records. An error ends the analysis.
  std::function<Result<void>(AnalyzedGame&&)> visit;
  // Is called after each game and at least about every second, in the same thread.
  std::function<void()> pause = [] {};
};

// Returns false if a stop was requested before the last game.
Result<bool> analyze_run(const AnalysisRequest& request, const AnalysisTable& table,
                         const RunAnalysis& analysis);

}  // namespace toptile
