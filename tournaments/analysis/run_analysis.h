// A bot's analysis of all games of a run, several at once. The results come in the order of the run's
// records, whatever the concurrency. Each game gets new processes, so that nothing is carried over from an
// earlier one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "protocol/tournament_numbers.h"
#include "tournaments/analysis/analysis.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/run_store.h"

namespace toptile {

// The turns of a run to ask about.
struct RunSelection {
  std::vector<std::string> players;  // Only the turns of these bots; empty: of all bots.

  bool has(const std::string& player) const;
  // Whether one of the selected players plays in the game with these players.
  bool has_one_of(const std::vector<std::string>& in_seat_order) const;
};

// Counts of a run's checked records.
struct CheckedGames {
  std::uint64_t records = 0;  // All records that are in games.jsonl now.
  std::uint64_t chosen = 0;   // Records of games with a selected turn.
};

// Plays all records of a run again. An error names the record that is not of the plan or that breaks the
// rules.
Result<CheckedGames> check_games(const RunPaths& paths, const Plan& plan, const Lexicon& lexicon,
                                 const RunSelection& selection);

struct AnalyzedGame {
  GameNumber id{};
  std::vector<std::string> players;  // The names in seat order.
  std::vector<TurnOpinion> turns;    // Each with the info lines that keep_telling_infos leaves.
  std::optional<TurnFault> fault;    // Why the later turns of the game are missing.
};

struct RunAnalysis {
  RunPaths paths;
  RunSelection selection;
  CheckedGames games;
  int concurrency = 1;
  // Gets the selected games in the order of their records. An error ends the analysis.
  std::function<Result<void>(AnalyzedGame&&)> visit;
  // Called after each game and about every second or more often, in the same thread.
  std::function<void()> pause = [] {};
};

// Returns false if a stop was requested before the last game.
Result<bool> analyze_run(const AnalysisRequest& request, const AnalysisTable& table,
                         const RunAnalysis& analysis);

}  // namespace toptile
