// The bots that are not started any more, and from which game on: those that failed to start too often in a
// row, and those that are never restarted and had a fault. The records decide this in the order of the
// schedule. So for a bot that fails each time, it does not depend on how many games are played at once, not
// even in one process: that is asked about one game alone first (BotProcesses).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/game_record.h"
#include "tournaments/formats/schedule.h"
#include "tournaments/plan/plan.h"

namespace toptile {

// Whether the seat forfeited by a crash, a hang or a breach of the protocol before its first turn.
bool has_failed_to_start(const GameRecord& record, Seat seat);
// Whether this failure is one of several games that one process lost together, and not the first of them.
// It neither counts nor ends a row.
bool is_counted_with_another(const GameRecord& record, Seat seat);

class Withdrawals {
 public:
  Withdrawals(const RefereeSettings& referee, std::size_t bots);

  // Why the entrant does not play that game, or nullopt.
  std::optional<std::string> reason(Entrant entrant, GameNumber id) const;

  // Notes a finished game. Games in which a bot failed to start must be noted in the order of their numbers.
  void note(const ScheduledGame& scheduled, const GameRecord& record);

 private:
  struct State {
    int failures_in_a_row = 0;
    GameNumber last_good{};                 // The last game in which it did not fail to start.
    GameNumber withdrawn_from{UINT64_MAX};  // The first game it does not play.
    std::string reason;
  };

  const RefereeSettings settings_;
  std::vector<State> entrants_;
};

}  // namespace toptile
