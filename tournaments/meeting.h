// Two bots meet for a pair of games: one seed, the seats swapped in the second game. What the formats of
// tournaments (tournaments/format.h) are made of.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace toptile {

// Entrants, from 0 in the order of the plan. Which of them begins the first game is the schedule's affair.
struct Meeting {
  int a = 0, b = 0;
  friend bool operator==(const Meeting&, const Meeting&) = default;
};
using Meetings = std::vector<Meeting>;

// A meeting whose two games are finished.
struct MeetingResult {
  Meeting meeting;
  double points = 0;        // Of a: 0 … 2, half a point a tie; b has the rest.
  std::int64_t spread = 0;  // Points in the games, a's less b's.
};
// In the order in which the schedule has them.
using MeetingResults = std::span<const MeetingResult>;

}  // namespace toptile
