// King of the hill: the first of the plan is king. All others challenge whoever is king then, one after the
// other in the plan's order, to a match; who has more points in it is king, and where they are level the king
// stays. That is a round; in the next one all but the king of then challenge again.
#pragma once

#include "tournaments/results/meeting.h"

namespace toptile {

struct KingTerms {
  int entrants = 2, rounds = 1;
  int pairs = 1;  // Of games of two, a match.
};

struct KingOfTheHill {
  Meetings next;  // One challenge, its pairs of games; the king first. None: it is over.
  int king = 0;
  struct Fall {
    int entrant = 0, winner = 0;
    int challenge = 0;  // From 1.
  };
  std::vector<Fall> falls;  // Of kings, in order.
};
KingOfTheHill king_of_the_hill(const KingTerms& terms, MeetingResults so_far);

}  // namespace toptile
