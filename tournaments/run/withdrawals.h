// Which bots are not started any more, and from which game on: those that failed to start too often in a row,
// and those that are never restarted and had a fault. Decided by the records in the order of the schedule, so
// that it does not depend on how many games are played at once where a bot fails each time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/game_record.h"
#include "tournaments/formats/schedule.h"
#include "tournaments/plan/plan.h"

namespace toptile {

// The forfeits by a crash, a hang or a break of the protocol before the seat's first turn.
bool has_failed_to_start(const GameRecord& record, int seat);

class Withdrawals {
 public:
  Withdrawals(const Conduct& conduct, std::size_t bots);

  // Why the entrant does not play that game, or nothing.
  std::optional<std::string> reason(int entrant, std::uint64_t id) const;

  // A game is finished. Those in which a bot failed to start are to be told in the order of their numbers.
  void note(const Pairing& pairing, const GameRecord& record);

 private:
  struct Entrant {
    int failures_in_a_row = 0;
    std::uint64_t last_good = 0;                // The last game it did not fail to start in.
    std::uint64_t withdrawn_from = UINT64_MAX;  // The first game it does not play.
    std::string reason;
  };

  const Conduct conduct_;
  std::vector<Entrant> entrants_;
};

}  // namespace toptile
