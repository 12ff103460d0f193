// The tally of a match of two bots, counted by pairs of games from one side's point of view. Estimates and
// sequential tests of the match are computed from it.
#pragma once

#include <cstdint>
#include <span>

#include "ratings/matches/pentanomial.h"
#include "ratings/matches/spread_test.h"
#include "ratings/results/game_result.h"

namespace toptile {

struct MatchTally {
  Pentanomial results;
  // Pairs with a forfeited game are left out, as their points say nothing about strength.
  PairSpreads spreads;
  std::uint64_t forfeited_pairs = 0;

  // Adds the two games of a pair, in either order. Neither may be void.
  void add(const GameResult& one, const GameResult& other, int side);
};

// The tally of the games between two bots, in any order. Pairs with a void or missing game do not count.
MatchTally tally_of(std::span<const GameResult> games, int side);

}  // namespace toptile
