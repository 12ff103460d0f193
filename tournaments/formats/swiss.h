// Swiss tournaments: in each round, bots of about equal standing meet.
//
// The pairing is Monrad's. Bots are ordered by their points, where a tie counts half a point, and by the plan
// if those are equal. The first bot meets the next one in that order that it has not met, if the others can
// then be paired without a rematch. Then the first of the remaining bots is paired, and so on. If rematches
// cannot be avoided, there are as few as possible. If the number of bots is odd, one of the bots that had the
// fewest byes has a bye: the last of them in the order, unless a bye for another one avoids a rematch. A bye
// is worth a won match.
//
// In games of three or four, a bot gets a point for each opponent that it beat, and half a point for a tie.
// The first bot in the order forms a group with the next ones that the group has met least so far, and so on.
// Then bots of different groups are swapped as long as a swap avoids a rematch. Bots that do not fill a group
// have a bye: the last in the order among those that had the fewest byes.
#pragma once

#include "ratings/results/meeting.h"

namespace toptile {

struct SwissTerms {
  int entrants = 2, rounds = 1;
  int sets = 1;     // The sets of games in a match.
  int players = 2;  // The players of a game.
};

// The meetings of the next round, repeated `sets` times; empty after the last round.
Meetings next_swiss_round(const SwissTerms& terms, MeetingResults so_far);

struct SwissStanding {
  Entrant entrant{};
  double points = 0;    // Points for byes are included.
  double buchholz = 0;  // The points of all opponents; those of an opponent met twice count twice.
  int byes = 0;
};
// The standings after the whole rounds so far, best first: by points, then Buchholz, then the order of the
// plan.
std::vector<SwissStanding> swiss_standings(const SwissTerms& terms, MeetingResults so_far);

}  // namespace toptile
