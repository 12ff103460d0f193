// Knock-out tournaments: who loses a match is out, until one is left.
//
// The plan's order is the seeding: the first meets the last, and the first two can meet in the last round
// only. Where the number of bots is no power of two, the first of the plan have a bye in the first round. A
// match that is level in points goes on by one pair after the other, ten at most; then the points in all its
// games decide, and last the plan's order.
#pragma once

#include <optional>

#include "tournaments/results/meeting.h"

namespace toptile {

struct KnockOutTerms {
  int entrants = 2;
  int pairs = 1;  // Of games of two, a match without its play-offs.
};

struct KnockOut {
  struct Exit {
    int entrant = 0, winner = 0;
    int round = 0;  // From 1.
  };

  Meetings next;  // A round's, each so many times as a match has pairs; or the play-offs of what is level.
  std::vector<Exit> exits;      // In the order of the rounds.
  std::optional<int> champion;  // Then nothing is next.
};
KnockOut knock_out(const KnockOutTerms& terms, MeetingResults so_far);

}  // namespace toptile
