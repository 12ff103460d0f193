// Two to four bots meet for a set of games: one seed, and in each game another seat for everyone, so that
// each has every seat once. A set of games of two is called a pair. What the formats of tournaments
// (tournaments/formats/format.h) are made of.
#pragma once

#include <array>
#include <boost/container/static_vector.hpp>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

namespace toptile {

inline constexpr int kMostPlayers = 4;  // Of a game, by any ruleset.

// From 0 in the order of the plan, each once.
using Entrants = boost::container::static_vector<int, kMostPlayers>;

struct Meeting {
  Entrants entrants;  // Who of them sits where in which game is the schedule's affair.

  Meeting() = default;
  Meeting(std::initializer_list<int> of) : entrants(of) {}
  explicit Meeting(const Entrants& of) : entrants(of) {}
  friend bool operator==(const Meeting&, const Meeting&) = default;
};
using Meetings = std::vector<Meeting>;

// The same ones, sitting the other way round in games of three or four.
Meeting turned(Meeting meeting);

// A meeting whose games are all finished. Of each of its entrants, in their order, over all games of the set:
struct MeetingResult {
  Meeting meeting;
  // Others beaten, half of one for a tie: of two, 0 … 2, which are the points of a pair of games.
  std::array<double, kMostPlayers> beaten{};
  // Points in the games, own less another's, the sum over all others.
  std::array<std::int64_t, kMostPlayers> spread{};
};
// In the order in which the schedule has them.
using MeetingResults = std::span<const MeetingResult>;

}  // namespace toptile
