// Games that a run played under earlier plans. When a run gets another bot, or loses one, its games get other
// numbers. So they are kept in a file of their own, games.kept.jsonl, with their old numbers, and games.jsonl
// is written again: a kept game is copied and not played again. Games that are not in the plan stay in the
// file, so that a bot that was left out can come back with its games.
//
// A game is recognized by its seed, which identifies the players and how often they have met (set_seed), by
// who sits where, and by which bots were withdrawn.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "base/result.h"
#include "protocol/game_record.h"
#include "tournaments/formats/schedule.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/game_player.h"
#include "tournaments/run/run_store.h"
#include "tournaments/run/unplayed.h"

namespace toptile {

class KeptGames {
 public:
  // The kept games of a run; empty if it has no such file.
  static Result<std::unique_ptr<KeptGames>> open(const RunPaths& paths);

  bool is_empty() const { return places_.empty(); }
  // The record of a game, with its numbers in this plan; nullopt if it is not kept. An error says why a kept
  // record is invalid. Whether its moves keep to the rules is not checked. Several threads may call this.
  Result<std::optional<GameRecord>> find(const Plan& plan, const ScheduledGame& game,
                                         const Absences& absent) const;

  // The number of games of the schedule that are kept and have no record in the run yet.
  std::uint64_t count_waiting(const Plan& plan, const Schedule& schedule,
                              const std::function<bool(GameNumber)>& has_record) const;

  // The number of games that were found, and of their turns.
  std::uint64_t games_found() const { return games_found_; }
  std::uint64_t turns_found() const { return turns_found_; }

 private:
  KeptGames(RunPaths paths, UniqueDescriptor file) : paths_(std::move(paths)), file_(std::move(file)) {}
  // Restores the transcript that the game had under its old number.
  Result<void> restore_transcript(const GameRecord& record, GameNumber id) const;

  RunPaths paths_;
  UniqueDescriptor file_;
  std::unordered_map<std::string, LinePlace> places_;
  mutable std::atomic<std::uint64_t> games_found_ = 0, turns_found_ = 0;
};

// Players that return the record of a kept game instead of playing it. The plan and the games must outlive
// them.
GamePlayers with_kept_games(GamePlayers players, const Plan& plan, const KeptGames& kept);

// The number of kept games that are in the run's plan, but not in games.jsonl yet. They get there when the
// run continues.
Result<std::uint64_t> count_waiting(const RunPaths& paths, const Plan& plan);

// Adds all games of the run to the kept games. The caller holds the run's lock. After a crash the file is
// whole, either old or new.
Result<void> keep_games(const RunPaths& paths);

// Removes the kept games that are in the run's records, too, and the file if none is left. The caller holds
// the run's lock.
Result<void> drop_played(const RunPaths& paths);

}  // namespace toptile
