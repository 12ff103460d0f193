// Verifies a run by playing all its records again by the rules.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "base/result.h"
#include "ratings/results/game_result.h"
#include "tournaments/run/run_store.h"
#include "tournaments/run/tournament.h"

namespace toptile {

// Called with the findings.
struct RunVisitor {
  // Gets a record that keeps to the rules and is of the game that is due at its position, with its result.
  std::function<Result<void>(GameRecord&& record, const GameResult& result)> on_game =
      [](GameRecord&&, const GameResult&) { return success(); };
  // Gets what is wrong in a line of games.jsonl, counted from 1.
  std::function<void(std::uint64_t line, const std::string& what)> on_fault = [](std::uint64_t,
                                                                                 const std::string&) {};
};

struct VerifiedRun {
  std::uint64_t games = 0, turns = 0, differing = 0;
};

// Plays every record of a run again. Fails if the run cannot be read, if its lexicon is not that of its plan,
// or if the visitor fails. `plan` is that of the run (read_run_plan).
Result<VerifiedRun> verify_run(const RunPaths& paths, const Plan& plan, const RunVisitor& visitor);

// The rules of a record that is in no run.
struct RecordTerms {
  const Ruleset& rules;
  const Lexicon& lexicon;
  // How many rounds without points end a game is no printed rule, and no record says it. So it may be
  // inferred from how the game ended (scoreless_rounds_of).
  bool infers_scoreless_rounds = false;
};

// Plays records again that are in no run, such as that of a game in a browser (docs/play.md). `terms_of`
// finds the terms of each, or says why they are unknown, which is then what is wrong with the record.
Result<VerifiedRun> verify_records(const std::filesystem::path& file,
                                   const std::function<Result<RecordTerms>(const GameRecord&)>& terms_of,
                                   const std::function<void(std::uint64_t, const std::string&)>& on_fault);

}  // namespace toptile
