// toptile analyze for all games of a run: the moves that lost most, and each player's total loss.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "tournaments/analysis/analysis.h"
#include "tournaments/analysis/costly_moves.h"
#include "tournaments/analysis/fault_log.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/run_store.h"

namespace toptile {

struct RunView {
  RunPaths paths;
  std::vector<std::string> players;  // Only their moves; if empty, the moves of all players.
  std::size_t most = 20;             // How many moves are listed.
  LossMeasure measure = LossMeasure::points;
  int concurrency = 0;  // 0: as many as there are processors.
  bool json = false;
  bool quiet = false;
};

// An error if a name is not that of a bot of the run.
Result<void> check_players(const std::vector<std::string>& players, const Plan& plan);

// Prints the bot's opinion of the run's games. Returns the exit code.
Result<int> view_run(const RunView& view, const AnalysisRequest& request, FaultLog& log);

}  // namespace toptile
