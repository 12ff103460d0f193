// A run whose records are all played again by the rules.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/result.h"
#include "ratings/results/game_result.h"
#include "tournaments/run/run_store.h"
#include "tournaments/run/tournament.h"

namespace toptile {

// What is done with what is found.
struct RunVisitor {
  // A record that keeps to the rules, is of the game that stands in its place, and has this result.
  std::function<Result<void>(GameRecord&& record, const GameResult& result)> on_game =
      [](GameRecord&&, const GameResult&) { return success(); };
  // What is wrong in a line of games.jsonl, counted from 1.
  std::function<void(std::uint64_t line, const std::string& what)> on_fault = [](std::uint64_t,
                                                                                 const std::string&) {};
};

struct VerifiedRun {
  std::uint64_t games = 0, turns = 0, differing = 0;
};

// Plays every record of a run again. An error says that the run cannot be read, or that its words are not
// those of its plan; or it is what the visitor returned. `plan` is that of the run (read_run_plan).
Result<VerifiedRun> verify_run(const RunPaths& paths, const Plan& plan, const RunVisitor& visitor);

}  // namespace toptile
