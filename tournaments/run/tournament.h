// A tournament from its plan to its standings: the run's folder, the bots tried, the games played or gone on
// with, the results. Reads like a table of contents; the parts are in files of their own.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/result.h"
#include "tournaments/bots/frozen_bots.h"
#include "tournaments/formats/schedule.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/processor_use.h"
#include "tournaments/run/run_store.h"
#include "tournaments/run/tournament_watch.h"
#include "tournaments/standings/standings.h"

namespace toptile {

// Adds games that were played.
void count_games(const std::vector<GameResult>& games, TournamentProgress& progress);

struct TournamentEnd {
  TournamentProgress progress;
  std::vector<Place> places;  // As Schedule::places.
  // Of a match: what it comes to for the first bot of the plan, and how its test stands, if it has one.
  std::optional<MatchTally> match;
  std::optional<TestStatus> test;
  std::vector<GameResult> results;
  Standings standings;
  ForfeitedGames forfeited;
  ProcessorUse processors;  // Of this start; without bots where nothing was played.
  bool is_finished() const { return progress.played == progress.games; }
};

// How a plan is carried out; nothing of it decides a game. As the request has it.
struct Execution {
  int concurrency = 0;
  bool try_bots = true;
  bool transcripts = false;
  // What the bots are built to (build_bots): asked once, before anything is written. Not needed where none
  // has a build.
  std::function<Result<BuiltBots>(Unbuilt)> build = {};
};

// Why the run may not be there, if there is a reason. Its folder tells of the seed and of every rack: what a
// bot may read is never in it, nor is it in the system's folders, which every bot sees.
std::optional<Error> find_seen_run(const Plan& plan, const Sandbox& sandbox, const RunPaths& paths);

// Plays or resumes the run in that folder. Whatever games were played when it was stopped or failed are in
// the run, and the same call goes on.
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

// Two bots meet in games of two, again and again.
bool is_match(const Plan& plan);

// The games of a plan, which must outlive the schedule.
Schedule schedule_of(const Plan& plan);

// The result of a record, told to the schedule. An error says what is wrong with it beyond what the rules say
// of one game: it is to be a known game of the schedule, on the plan's seed.
Result<GameResult> place_record(const Plan& plan, Schedule& schedule, const GameRecord& record);

// The records of a run told one after the other as they stand in games.jsonl. The plan must outlive it.
class RunReading {
 public:
  explicit RunReading(const Plan& plan)
      : plan_(plan), schedule_(schedule_of(plan)), due_(schedule_.shard().first_from(1)) {}

  // An error as of place_record, or when it is not the record's turn.
  Result<void> tell(const GameRecord& record);
  // What the record told last came to.
  const GameResult& last() const { return results_.games.back(); }
  const Schedule& schedule() const { return schedule_; }
  bool is_finished() const {
    return schedule_.is_complete() && results_.games.size() == schedule_.expected();
  }
  GameResults take() { return std::move(results_); }

 private:
  const Plan& plan_;
  Schedule schedule_;
  std::uint64_t due_;
  GameResults results_;
};

// The results of a run come from its records.
Standings standings_of_run(const Plan& plan, std::vector<GameResult> results);

// A run that is begun goes on with the bots that it froze, where their files have changed since: the plan
// then has the hashes of those. A sentence for each whose files are others by now says in what. How a bot is
// started, its options and the place of its folder are to be as they were, or the plan is another one.
std::vector<std::string> keep_frozen_bots(const RunPaths& paths, Plan& plan);

// A run that is begun goes on with its own seed, unless the request gave one.
void keep_seed_of(const RunPaths& paths, Plan& plan, bool is_seed_given);

// A folder below `runs` for this plan: one that holds an unfinished run of just this plan, or a new one
// called NAME, NAME-2, NAME-3, …. The plan's seed becomes that of the run found, unless the request gave one.
RunPaths choose_run_folder(const std::filesystem::path& runs, const std::string& name, Plan& plan,
                           bool is_seed_given);

}  // namespace toptile
