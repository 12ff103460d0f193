// Meetings, the elements of tournament formats (tournaments/formats/format.h). Two to four bots meet for a
// set of games on one seed. Each bot has another seat in each game, so that it has every seat once. A set of
// games of two is called a pair.
#pragma once

#include <array>
#include <boost/container/static_vector.hpp>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "engine/ruleset.h"
#include "protocol/tournament_numbers.h"

namespace toptile {

// No bot occurs twice.
using Entrants = boost::container::static_vector<Entrant, kMaxPlayers>;

struct Meeting {
  Entrants entrants;  // The schedule decides which bot has which seat in each game.

  Meeting() = default;
  Meeting(std::initializer_list<Entrant> of) : entrants(of) {}
  explicit Meeting(const Entrants& of) : entrants(of) {}
  friend bool operator==(const Meeting&, const Meeting&) = default;
};
using Meetings = std::vector<Meeting>;

// The same entrants; for games of three or four, all but the first in reverse order.
Meeting turned(Meeting meeting);

// The result of a meeting whose games are all finished. Each array has a number for each entrant, in the
// order of the meeting.
struct MeetingResult {
  Meeting meeting;
  // How many others the entrant beat, over all games of the set; a tie counts half. For two bots it is 0 … 2,
  // the points of a pair of games.
  std::array<double, kMaxPlayers> beaten{};
  // The entrant's points in the games less another entrant's, summed over all others.
  std::array<std::int64_t, kMaxPlayers> spread{};
};
// The results are in the order of the schedule.
using MeetingResults = std::span<const MeetingResult>;

}  // namespace toptile
