// Knock-out tournaments: a bot that loses a match is out, until one bot is left.
//
// The order of the plan is the seeding: the first bot meets the last one, and the first two can meet only in
// the last round. If the number of bots is not a power of two, the first bots have a bye in the first round.
// A match that is level in points continues with single pairs of games, ten at most. Then the points in all
// its games decide, and finally the order of the plan.
#pragma once

#include <optional>

#include "ratings/results/meeting.h"

namespace toptile {

struct KnockOutTerms {
  int entrants = 2;
  int pairs = 1;  // The pairs of games in a match, without its play-offs.
};

struct KnockOut {
  struct Exit {
    Entrant entrant{}, winner{};
    int round = 0;  // Counted from 1.
  };

  // The meetings of a round, each repeated for the pairs of a match; or the play-offs of level matches.
  Meetings next;
  std::vector<Exit> exits;          // The bots that are out, in the order of the rounds.
  std::optional<Entrant> champion;  // If there is a champion, `next` is empty.
};
KnockOut knock_out(const KnockOutTerms& terms, MeetingResults so_far);

}  // namespace toptile
