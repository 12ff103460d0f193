#include "ratings/matches/match_tally.h"

#include <algorithm>
#include <vector>

#include "base/assert.h"

namespace toptile {

namespace {

std::size_t seat_of(const GameResult& game, int side) {
  TOPTILE_ASSERT(game.players == 2 && !game.is_void());
  return game.by_seat[0].entrant == side ? 0 : 1;
}

}  // namespace

void MatchTally::add(const GameResult& one, const GameResult& other, int side) {
  const std::size_t in_one = seat_of(one, side), in_other = seat_of(other, side);
  results.add(one.beaten(in_one), other.beaten(in_other));
  if (one.is_forfeited() || other.is_forfeited()) {
    ++forfeited_pairs;
  } else {
    spreads.add(static_cast<double>(one.spread(in_one)), static_cast<double>(other.spread(in_other)));
  }
}

MatchTally tally_of(std::span<const GameResult> games, int side) {
  std::vector<GameResult> order(games.begin(), games.end());
  std::ranges::sort(order, {}, &GameResult::id);
  MatchTally tally;
  for (std::size_t i = 0; i + 1 < order.size(); ++i) {
    const GameResult &one = order[i], &other = order[i + 1];
    if (one.set() != other.set()) continue;
    if (!one.is_void() && !other.is_void()) tally.add(one, other, side);
    ++i;
  }
  return tally;
}

}  // namespace toptile
