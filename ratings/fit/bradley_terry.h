// The Bradley-Terry model of games between two, with an advantage for the first seat:
//   P(first beats second) = 1 / (1 + exp(-(R_first - R_second + advantage)))
// where a tie counts as half a win and half a loss. (Bradley and Terry 1952; Davidson and Beaver 1977 for the
// order of play.)
#pragma once

#include <span>
#include <vector>

#include "ratings/fit/rating_model.h"

namespace toptile {

// All games of one ordered pair of players.
struct Cell {
  int first = 0, second = 0;
  double played = 0;
  double scored = 0;        // The first seat's points in these games, 0 … played.
  double virtual_ties = 0;  // Games of the prior, at half a point each; usually not an integer.

  // The points of the first and of the second seat, including the prior's.
  double won() const { return scored + virtual_ties / 2; }
  double lost() const { return played - scored + virtual_ties / 2; }
};

// The cells that were played, sorted by first and then second player. The order of the games does not matter.
std::vector<Cell> cells_of(int players, const GameSpan& games);

class BradleyTerry : public RatingModel {
 public:
  // Both players of each cell must be in one pool.
  BradleyTerry(std::vector<Cell> cells, std::vector<int> pool_of, bool has_advantage)
      : cells_(std::move(cells)), pool_of_(std::move(pool_of)), has_advantage_(has_advantage) {}

  std::span<const Cell> cells() const { return cells_; }
  bool has_advantage() const { return has_advantage_; }
  // The seats of a game between these two players; their difference is the logit of the first one's chance.
  SeatPair seats(int first, int second) const { return {first, second, has_advantage_ ? players() : -1, -1}; }

  const std::vector<int>& pool_of() const override { return pool_of_; }
  int seat_terms() const override { return has_advantage_ ? 1 : 0; }
  double log_likelihood(const Logits& at) const override;
  Logits gradient(const Logits& at) const override;
  int pairs() const override { return static_cast<int>(cells_.size()); }
  SeatPair pair(int number) const override { return seats(cells_[number].first, cells_[number].second); }
  std::vector<double> weights(const Logits& at) const override;

 private:
  double edge(const Cell& cell, const Logits& at) const {
    return seats(cell.first, cell.second).difference(at);
  }

  std::vector<Cell> cells_;
  std::vector<int> pool_of_;
  bool has_advantage_ = true;
};

// Whether the games determine the first seat's advantage. Points must flow from every player to every other
// one within each pool.
enum class AdvantageCase {
  finite,
  // The likelihood rises forever as the advantage grows or falls, for example if the first seat always won.
  unbounded,
  // Strengths explain the results equally well, for example if the same player always moved first.
  unidentified
};
// `body_of` has for each player the player whose strength determines its own, as in RatingModel::body_of.
AdvantageCase advantage_case(std::span<const Cell> cells, std::span<const int> body_of);

}  // namespace toptile
