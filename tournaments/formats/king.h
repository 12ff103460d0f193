// King of the hill: the first bot of the plan is king at the beginning. In a round, all others challenge the
// bot that is king then to a match, one after the other in the plan's order. The bot with more points in the
// match is king; if they are level, the king stays. In the next round, all bots but the king at its beginning
// challenge again.
#pragma once

#include "ratings/results/meeting.h"

namespace toptile {

struct KingTerms {
  int entrants = 2, rounds = 1;
  int pairs = 1;  // The pairs of games in a match.
};

struct KingOfTheHill {
  Meetings next;  // The pairs of games of one challenge, with the king first. Empty when it is over.
  Entrant king{};
  struct Fall {
    Entrant entrant{}, winner{};
    int challenge = 0;  // Counted from 1.
  };
  std::vector<Fall> falls;  // The kings that fell, in order.
};
KingOfTheHill king_of_the_hill(const KingTerms& terms, MeetingResults so_far);

}  // namespace toptile
