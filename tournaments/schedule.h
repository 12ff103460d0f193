// Who plays whom, in which order: a pure function of the format, of how many play and, in formats where it
// depends on them, of the results so far. Games come in pairs, both on one seed, the seats swapped in the
// second.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/ruleset.h"
#include "tournaments/format.h"

namespace toptile {

struct Pairing {
  std::uint64_t id = 0;         // From 1, in the order of play.
  std::uint64_t pair = 0;       // From 1: games 2k-1 and 2k are pair k.
  std::array<int, 2> entrants;  // In seat order.

  // Which of a bot's two lanes of processes plays it: the second game of a pair deals each side what the
  // other had in the first, so that no process may play both.
  int lane() const { return static_cast<int>((id - 1) % 2); }
};

// The games of a tournament. Those of the next round are known when the results of all before were told.
//
// Under a ruleset that draws for the first move, who drew it has the first seat, by the draw of the pair's
// seed: in the pair's second game it is the other side's.
class Schedule {
 public:
  // So many games a match, an even number. The ruleset must outlive the schedule.
  Schedule(const TournamentFormat& format, int entrants, int games, const Ruleset& rules,
           std::uint64_t tournament_seed);

  // Games 1 to known() are known.
  std::uint64_t known() const { return 2 * pairs_; }
  // No game follows those.
  bool is_complete() const { return is_complete_; }
  // Of the whole tournament; play-offs to come are not counted.
  std::uint64_t expected() const;

  // Of a known game.
  Pairing pairing(std::uint64_t id) const;

  // The result of a known game: the points of the first seat, 1, 0.5 or 0, and its points in the game less
  // the other's. Each is told once, in any order.
  void tell(std::uint64_t id, double points, std::int64_t spread);

  // Where the format says so, who stands where by the rounds whose results were all told.
  std::vector<Place> places(const std::vector<std::string>& names) const;

 private:
  Meeting meeting_of(std::uint64_t pair) const;
  void go_on();

  const TournamentFormat format_;
  const int entrants_;
  const int pairs_a_match_;
  const Ruleset& rules_;
  const std::uint64_t seed_;
  Meetings cycle_;  // Of a fixed format; played over and over.
  std::uint64_t pairs_ = 0;
  bool is_complete_ = false;
  // Of the other formats:
  std::vector<MeetingResult> meetings_;  // One a pair; what was told is in it.
  std::size_t settled_ = 0;              // So many of them were there when the last ones were added.
  std::uint64_t told_ = 0;
};

}  // namespace toptile
