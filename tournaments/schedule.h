// Who plays whom, in which order: a pure function of how many play. Games come in pairs, both on one seed,
// the seats swapped in the second.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/ruleset.h"

namespace toptile {

struct Pairing {
  std::uint64_t id = 0;         // From 1, in the order of play.
  std::uint64_t pair = 0;       // From 1: games 2k-1 and 2k are pair k.
  std::array<int, 2> entrants;  // In seat order.

  // Which of a bot's two lanes of processes plays it: the second game of a pair deals each side what the
  // other had in the first, so that no process may play both.
  int lane() const { return static_cast<int>((id - 1) % 2); }
};

// Everyone against everyone, so many pairs of games each. In every round each pairing plays one pair; within
// a round the circle method spreads a bot's games, so that an unfinished tournament is nearly balanced too.
//
// Under a ruleset that draws for the first move, who drew it has the first seat, by the draw of the pair's
// seed: in the pair's second game it is the other side's.
class RoundRobin {
 public:
  // The ruleset must outlive the schedule.
  RoundRobin(int entrants, int games_per_pairing, const Ruleset& rules, std::uint64_t tournament_seed);

  std::uint64_t games() const { return 2 * rounds_ * meetings_.size(); }
  // id from 1 to games().
  Pairing pairing(std::uint64_t id) const;

 private:
  std::uint64_t rounds_;
  std::vector<std::pair<int, int>> meetings_;
  const Ruleset& rules_;
  std::uint64_t seed_;
};

}  // namespace toptile
