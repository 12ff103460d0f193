#include "tournaments/ratings/prior_ties.h"

namespace toptile {

PriorTies::PriorTies(std::span<const int> games, double ties) {
  for (const int of_player : games) a_game_.push_back(of_player > 0 ? ties / of_player : 0);
}

double PriorTies::of(const RankedGame& game) const {
  double ties = 0;
  for (int seat = 0; seat < game.seats; ++seat) ties += a_game_[game.players[seat]];
  return ties / (game.seats * (game.seats - 1));
}

}  // namespace toptile
