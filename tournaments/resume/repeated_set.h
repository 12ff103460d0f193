// A set of games of a run, to be played again as a run of its own. Who sits where in a set, and its seed,
// depend only on who meets, and on how often exactly these have met (tournaments/formats/schedule.h). So its
// players alone have the same set on the run's seed, whatever the format of the run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "protocol/game_record.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/run_store.h"

namespace toptile {

struct RepeatedSet {
  std::uint64_t set = 0;       // Its number in the run, from 1.
  GameNumber first_then{};     // The number of its first game in the run.
  GameNumber first_now{};      // The same in the new run.
  TournamentRequest request;   // The request for the new run, without its bots.
  std::vector<BotEntry> bots;  // Its players, as and in the order in which the run has them.

  GameNumber now(GameNumber then) const { return GameNumber{then - first_then + first_now}; }
};

// The set with this number, or the set of this game. An error says which sets or games there are.
Result<RepeatedSet> find_set(const RunPaths& paths, std::uint64_t set);
Result<RepeatedSet> find_set_of(const RunPaths& paths, GameNumber game);

// Looks everything up. A bot of `instead` replaces the player with its name.
Result<ResolvedPlan> resolve_repeated(const RepeatedSet& repeated, const TournamentRequest& request,
                                      const std::vector<BotRequest>& instead, const BotSearch& search);

// A sentence without a full stop that says how a game that was played again differs from its record, such as
// "other than recorded from turn 5 on: greedy played 5d.MOOD, and now 5d.WOOD"; nullopt if all moves are the
// same. Times do not count.
std::optional<std::string> difference_of_games(const GameRecord& then, const GameRecord& now);

}  // namespace toptile
