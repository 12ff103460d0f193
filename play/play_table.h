// A game that people play, alone, together or with bots, and the run it is kept in. Every move is on the disk
// before the next one is asked for, and a game that is over is a record like that of any other game
// (docs/play.md). Other code asks people and bots for their moves.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bots/copies/frozen_bots.h"
#include "engine/game.h"
#include "play/players.h"
#include "play/saved_game.h"
#include "protocol/challenge_limit.h"
#include "tournaments/formats/schedule.h"
#include "tournaments/run/run_store.h"
#include "tournaments/run/tournament.h"

namespace toptile {

// A game of one or more people, new or resumed.
class PlayTable {
 public:
  // Begins a new game, in a folder that holds none yet. After so many plays challenged away, a person's turn
  // is a pass; 0: there is no limit.
  static Result<std::unique_ptr<PlayTable>> begin(ResolvedPlan resolved, const BuiltBots& built,
                                                  const RunPaths& paths, int challenge_limit = 0);
  // Resumes the game of that run that is not over. Its bots are confined again, as `sandbox` says and this
  // machine can.
  static Result<std::unique_ptr<PlayTable>> resume(const RunPaths& paths, SandboxMode sandbox);

  // Whether the game goes on after it was left.
  bool is_resumed() const { return is_resumed_; }
  const Plan& plan() const { return resolved_.plan; }
  const RunPaths& paths() const { return paths_; }
  const std::shared_ptr<const Sandbox>& sandbox() const { return resolved_.sandbox; }
  const FrozenBots& bots() const { return *bots_; }
  const Game& game() const { return *game_; }
  const Alphabet& alphabet() const { return plan().rules.alphabet(); }
  std::uint64_t game_seed() const { return seed_; }
  // The draw for the first turn: the tiles that each seat drew. It has no round if nothing was drawn.
  FirstDraw first_draw() const;

  const BotEntry& player(Seat seat) const { return plan().bots[pairing_.entrants[seat]]; }
  Entrant entrant(Seat seat) const { return pairing_.entrants[seat]; }
  const std::string& name(Seat seat) const { return player(seat).name; }
  bool is_person(Seat seat) const { return toptile::is_person(player(seat)); }
  int people() const;
  std::vector<std::string> names() const;  // The names in seat order.
  // The tiles of the last play, as long as nobody challenged it; none just after a game was resumed.
  const LaidTiles& last_laid() const { return last_laid_; }
  const std::vector<ForfeitRecord>& forfeits() const { return forfeits_; }
  // The number of plays challenged away after which the seat's turn is a pass; 0: no limit. Bots have the
  // limit that they have in tournaments.
  int challenge_limit(Seat seat) const { return is_person(seat) ? challenge_limit_ : kChallengeLimit; }
  // The record of the game, which must be over.
  GameRecord record() const;
  // Whether it was not the player but that limit that passed in this turn.
  bool is_pass_of_harness(std::size_t turn) const { return !turns_[turn].refused.empty(); }
  // The time that the seat took for its moves so far.
  std::chrono::milliseconds time_of(Seat seat) const;

  // Plays a move of the seat to move, and saves the game. A game that is over becomes a record. A move
  // without a bot's answer is a person's, who took the time since the turn before. A pass of the harness may
  // follow at once.
  Judged<void> play(const Move& move, std::optional<MoveAnswer> answer = {});
  void forfeit(Seat seat, const ForfeitRecord& forfeit);

  // The plays with most points for the seat to move, best first. Of plays with one word, only the best is
  // among them if there are enough others. They count as a hint.
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
  ScheduledGame pairing_;
  std::uint64_t seed_ = 0;
  std::optional<RunStore> store_;
  std::optional<FrozenBots> bots_;
  std::unique_ptr<Game> game_;
  std::unique_ptr<MoveGenerator> generator_;
  // The turns of the game with what it does not know: time, info, refused.
  std::vector<TurnRecord> turns_;
  std::vector<ForfeitRecord> forfeits_;
  LaidTiles last_laid_;
  bool is_resumed_ = false;
  int hints_ = 0;
  int challenge_limit_ = 0;
  std::chrono::steady_clock::time_point turn_began_ = std::chrono::steady_clock::now();
  std::optional<Error> save_fault_;
};

// The file in a run's folder that holds a game which is not over.
std::filesystem::path unfinished_file(const RunPaths& paths);

// A folder below `runs` that does not exist, named after the players.
RunPaths new_play_folder(const std::filesystem::path& runs, const std::vector<BotEntry>& players);

// The folder below `runs` whose unfinished game was played last.
std::optional<RunPaths> find_unfinished(const std::filesystem::path& runs);

}  // namespace toptile
