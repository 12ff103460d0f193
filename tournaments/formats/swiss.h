// Swiss tournaments: so many rounds, in each of which bots of about equal standing meet.
//
// The pairing is Monrad's. Bots stand in the order of their points, half a point a tie, and of the plan where
// points are equal. The first of them meets the next, in that order, whom it has not met and who leaves the
// others a round without a rematch; then the first of the rest, and so on. Where a round without rematches
// is impossible, it has as few as possible. Of an odd number the last one in the order of those who had the
// fewest byes has a bye, unless another of them saves a rematch; a bye is worth a won match.
//
// In games of three or four a bot's points are the others it beat, half a point a tie. The first in the order
// meets the next ones whom the group so far has met least, and so on; then two bots of different groups
// change places as long as that saves a rematch. As many as do not fill a group have a bye: the last in the
// order of those who had the fewest.
#pragma once

#include "tournaments/results/meeting.h"

namespace toptile {

struct SwissTerms {
  int entrants = 2, rounds = 1;
  int sets = 1;     // Of games, a match.
  int players = 2;  // A game.
};

// The meetings of the round that follows, `sets` times over; none after the last round.
Meetings next_swiss_round(const SwissTerms& terms, MeetingResults so_far);

struct SwissStanding {
  int entrant = 0;
  double points = 0;    // Those of byes included.
  double buchholz = 0;  // The points of all opponents, those met twice twice.
  int byes = 0;
};
// Of the whole rounds so far, best first: by points, Buchholz, and the order of the plan.
std::vector<SwissStanding> swiss_standings(const SwissTerms& terms, MeetingResults so_far);

}  // namespace toptile
