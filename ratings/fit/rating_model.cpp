#include "ratings/fit/rating_model.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace toptile {

int RatingModel::pools() const {
  const std::vector<int>& pools = pool_of();
  return pools.empty() ? 0 : *std::ranges::max_element(pools) + 1;
}

Matrix RatingModel::information(const Logits& at) const {
  Matrix result = Matrix::Zero(parameters(), parameters());
  const std::vector<double> weight = weights(at);
  for (int number = 0; number < pairs(); ++number) {
    const SeatPair seats = pair(number);
    const bool is_within_body = seats.one == seats.other;  // Then it tells only what the seats are worth.
    const std::array terms = {is_within_body ? -1 : seats.one, seats.one_term,
                              is_within_body ? -1 : seats.other, seats.other_term};
    for (std::size_t i = 0; i < terms.size(); ++i) {
      for (std::size_t j = 0; j < terms.size(); ++j) {
        if (terms[i] < 0 || terms[j] < 0) continue;
        const bool are_one_side = (i < 2) == (j < 2);
        result(terms[i], terms[j]) += are_one_side ? weight[number] : -weight[number];
      }
    }
  }
  return result;
}

PriorTies::PriorTies(std::span<const int> games, double ties) {
  for (const int of_player : games) a_game_.push_back(of_player > 0 ? ties / of_player : 0);
}

double PriorTies::of(const RankedGame& game) const {
  double ties = 0;
  for (int seat = 0; seat < game.seats; ++seat) ties += a_game_[game.players[seat]];
  return ties / (game.seats * (game.seats - 1));
}

}  // namespace toptile
