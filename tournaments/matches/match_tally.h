// A match of two, counted by its pairs of games as one side has it: what estimates and sequential tests of
// the match are computed from.
#pragma once

#include <cstdint>
#include <span>

#include "tournaments/matches/pentanomial.h"
#include "tournaments/matches/spread_test.h"
#include "tournaments/results/game_result.h"

namespace toptile {

struct MatchTally {
  Pentanomial results;
  // Without pairs of which a game was forfeited, whose points say nothing of strength.
  PairSpreads spreads;
  std::uint64_t forfeited_pairs = 0;

  // The two games of a pair, neither of them void, in either order.
  void add(const GameResult& one, const GameResult& other, int side);
};

// Of games between two in any order; pairs of which a game is void or missing do not count.
MatchTally tally_of(std::span<const GameResult> games, int side);

}  // namespace toptile
