// A tournament from its plan to its standings: it creates the run folder, tries the bots, plays the games or
// resumes them, and computes the results. The parts are in files of their own.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "bots/copies/frozen_bots.h"
#include "tournaments/formats/schedule.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/game_player.h"
#include "tournaments/run/processor_use.h"
#include "tournaments/run/run_store.h"
#include "tournaments/run/tournament_watch.h"
#include "tournaments/standings/standings.h"

namespace toptile {

// Counts these played games in `progress`.
void count_games(const std::vector<GameResult>& games, TournamentProgress& progress);

struct TournamentEnd {
  TournamentProgress progress;
  std::vector<Place> places;  // The value of Schedule::places.
  // For a match: its result for the first bot of the plan, and the state of its test if it has one.
  std::optional<MatchTally> match;
  std::optional<TestStatus> test;
  std::vector<GameResult> results;
  Standings standings;
  ForfeitedGames forfeited;
  ProcessorUse processors;  // The use since this start; without bots if nothing was played.
  bool is_finished() const { return progress.played == progress.games; }
};

// How a plan is executed. The values are those of the request, and none of them affects the result of a game.
struct Execution {
  int concurrency = 0;  // The threads that play; 0: as many as there are processors.
  int batch = 1;        // PlayingTerms::batch.
  bool try_bots = true;
  bool transcripts = false;
  // Builds the plan's bots (build_bots). It is called once, before anything is written. It may be empty if no
  // bot has a build.
  std::function<Result<BuiltBots>(Unbuilt)> build = {};
  // Called before the first game with each warning for the organizer, a sentence such as that a bot is too
  // slow for the clock. It may be empty.
  std::function<void(const std::string&)> warn = {};
  // If set, plays the games in place of the plan's bots, which are then neither frozen nor tried. For tests
  // of everything around the games.
  GamePlayers players = {};
  std::string name = {};  // The tournament's name, which its report shows; it may be empty.
};

// Why the run may not be in this folder, or nullopt. The folder reveals the seed and every rack. So nothing
// that a bot may read may be in it, and it may not be in the system's folders, which every bot sees.
std::optional<Error> run_folder_fault(const Plan& plan, const Sandbox& sandbox, const RunPaths& paths);

// Plays or resumes the run in that folder. If it is stopped or fails, the run keeps the games that were
// played, and the same call resumes it.
Result<TournamentEnd> run_tournament(const ResolvedPlan& resolved, const RunPaths& paths,
                                     const Execution& execution, const TournamentWatch& watch);

// A run as it is on disk.
struct ReadRun {
  Plan plan;
  std::vector<GameResult> results;
  ForfeitedGames forfeited;
  bool is_finished = false;
};
Result<Plan> read_run_plan(const RunPaths& paths);
Result<ReadRun> read_run(const RunPaths& paths);

// Whether the plan is a match: two bots that meet in games of two.
bool is_match(const Plan& plan);

// The schedule of a plan, which must outlive it.
Schedule schedule_of(const Plan& plan);

// How a record differs from the terms of this plan's games, or nullopt. Its position in the schedule is not
// checked.
std::optional<std::string> record_terms_fault(const Plan& plan, const GameRecord& record);

// Tells the schedule the result of a record, and returns the result. The record must be of a game that the
// schedule knows, on the plan's seed; an error says why it is not. Whether its moves keep to the rules is not
// checked.
Result<GameResult> place_record(const Plan& plan, Schedule& schedule, const GameRecord& record);

// Reads the records of a run one after the other, in the order of games.jsonl. The plan must outlive it.
class RunReading {
 public:
  explicit RunReading(const Plan& plan)
      : plan_(plan), schedule_(schedule_of(plan)), due_(schedule_.shard().first_from(GameNumber{1})) {}

  // Takes the next record. Fails as place_record does, and if the record is out of order.
  Result<void> tell(const GameRecord& record);
  // The result of the last record.
  const GameResult& last() const { return results_.games.back(); }
  const Schedule& schedule() const { return schedule_; }
  bool is_finished() const {
    return schedule_.is_complete() && results_.games.size() == schedule_.expected();
  }
  GameResults take() { return std::move(results_); }

 private:
  const Plan& plan_;
  Schedule schedule_;
  GameNumber due_;
  GameResults results_;
};

// The standings of a run by the results of its records.
Standings standings_of_run(const Plan& plan, std::vector<GameResult> results);
// The plan for which the intervals of these standings are made; nullopt unless they are anytime-valid.
std::optional<LooksPlan> looks_of(const Plan& plan);

// Fails if the run in the folder was begun with another plan. The error names the bots that only this plan or
// only the run has. A run without a game has not begun.
Result<void> check_run_plan(const RunPaths& paths, const Plan& plan);

}  // namespace toptile
