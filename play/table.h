// A game that people play, alone, together or with bots, and the run it is kept in: every move is on the disk
// before the next one is asked for, and a game that is over is a record like that of any other game
// (docs/play.md). Who asks people and bots for their moves is somebody else.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/game.h"
#include "play/players.h"
#include "play/saved_game.h"
#include "referee/challenge_limit.h"
#include "tournaments/bots/frozen_bots.h"
#include "tournaments/formats/schedule.h"
#include "tournaments/run/run_store.h"
#include "tournaments/run/tournament.h"

namespace toptile {

// A game of one or more people, or one that is gone on with.
class PlayTable {
 public:
  // A new game, in a folder that is none yet.
  // After so many plays of a person's turn that were challenged away it is a pass; 0: any number may be.
  static Result<std::unique_ptr<PlayTable>> begin(ResolvedPlan resolved, const BuiltBots& built,
                                                  const RunPaths& paths, int challenge_limit = 0);
  // The game that is not over in that run. Its bots are confined anew, as this machine can and `sandbox`
  // says.
  static Result<std::unique_ptr<PlayTable>> resume(const RunPaths& paths, SandboxMode sandbox);

  const Plan& plan() const { return resolved_.plan; }
  const RunPaths& paths() const { return paths_; }
  const std::shared_ptr<const Sandbox>& sandbox() const { return resolved_.sandbox; }
  const FrozenBots& bots() const { return *bots_; }
  const Game& game() const { return *game_; }
  const Alphabet& alphabet() const { return plan().rules.alphabet(); }
  std::uint64_t game_seed() const { return seed_; }
  // Who drew what, by seats; no round where nothing was drawn.
  FirstDraw first_draw() const;

  const BotEntry& player(int seat) const {
    return plan().bots[static_cast<std::size_t>(pairing_.entrants[static_cast<std::size_t>(seat)])];
  }
  int entrant(int seat) const { return pairing_.entrants[static_cast<std::size_t>(seat)]; }
  const std::string& name(int seat) const { return player(seat).name; }
  bool is_person(int seat) const { return toptile::is_person(player(seat)); }
  int people() const;
  std::vector<std::string> names() const;  // In seat order.
  // The tiles of the last play, as long as nobody challenged it; none after a game was taken up again.
  const LaidTiles& last_laid() const { return last_laid_; }
  const std::vector<ForfeitRecord>& forfeits() const { return forfeits_; }
  // After how many plays of its turn that were challenged away the seat passes; 0: no limit. Bots have the
  // one that they have in tournaments.
  int challenge_limit(int seat) const { return is_person(seat) ? challenge_limit_ : kChallengeLimit; }
  // Says of a turn that nobody passed; that limit did.
  bool is_pass_of_harness(std::size_t turn) const { return !timings_[turn].refused.empty(); }
  // Time that the seat took for its moves so far.
  std::chrono::milliseconds time_of(int seat) const;

  // Plays a move of whoever is to move, and saves the game; over, it becomes a record. Without a timing it is
  // a person's, who took the time since the turn before. A pass of the harness may follow at once.
  Judged<const Turn*> play(const Move& move, std::optional<TurnTiming> timing = {});
  void forfeit(int seat, const ForfeitRecord& forfeit);

  // The plays with most points of whoever is to move, best first; a hint that is counted.
  std::vector<ScoredPlay> best_plays(std::size_t most);
  int hints() const { return hints_; }

  // Why the last move could not be saved, if it could not.
  const std::optional<Error>& save_fault() const { return save_fault_; }

 private:
  PlayTable(ResolvedPlan resolved, RunPaths paths);
  static Result<std::unique_ptr<PlayTable>> open(ResolvedPlan resolved, const RunPaths& paths);
  Result<void> lay_again(const SavedGame& saved);
  SavedGame saved() const;
  Result<void> let_bots_through() const;
  Result<void> save();
  Result<void> finish();
  void keep();
  void end_challenged_turn();

  ResolvedPlan resolved_;
  RunPaths paths_;
  Pairing pairing_;
  std::uint64_t seed_ = 0;
  std::optional<RunStore> store_;
  std::optional<FrozenBots> bots_;
  std::unique_ptr<Game> game_;
  std::unique_ptr<MoveGenerator> generator_;
  std::vector<TurnTiming> timings_;
  std::vector<ForfeitRecord> forfeits_;
  LaidTiles last_laid_;
  int hints_ = 0;
  int challenge_limit_ = 0;
  std::chrono::steady_clock::time_point turn_began_ = std::chrono::steady_clock::now();
  std::optional<Error> save_fault_;
};

// The file in a run's folder that holds a game which is not over.
std::filesystem::path unfinished_file(const RunPaths& paths);

// A folder below `runs` that does not exist, named after the players.
RunPaths new_play_folder(const std::filesystem::path& runs, const std::vector<BotEntry>& players);

// Of the folders below `runs` the one whose unfinished game was last played.
std::optional<RunPaths> find_unfinished(const std::filesystem::path& runs);

}  // namespace toptile
