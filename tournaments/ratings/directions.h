// How all parameters move with one player's strength: what results make of the others when a player is found
// to be stronger than it was thought to be.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tournaments/ratings/rating_model.h"

namespace toptile {

struct Direction {
  Logits along;         // The inverse of the information times the contrast; known up to a number a pool.
  double variance = 0;  // The contrast times that: of its value, were games independent. In logits².
};

// Contrasts are what a player is above the zero of its pool, and what a seat is worth.
class Directions {
 public:
  virtual ~Directions() = default;

  virtual Direction of_player(int player) const = 0;
  virtual Direction of_seat_term(int parameter) const = 0;
  // What `one` is above `other`, of the same pool.
  Direction between(int one, int other) const;

  // A wide field is cut into homes of players who met, so that a player's direction is its home's, which many
  // share, and what the player's own games add. -1: there are no homes.
  virtual int home_of(int) const { return -1; }
  virtual int homes() const { return 0; }
  virtual const Logits& of_home(int home) const = 0;
};

// `zero` are the players' weights in the zero of their pool, which add up to 1 in each; `group_of` are the
// strong groups. The model must outlive what is returned. Up to kMostDense players all is exact to rounding;
// above, variances are so to a few parts in 1000.
std::unique_ptr<Directions> directions(const RatingModel& model, const Logits& at, const Logits& zero,
                                       std::span<const int> group_of);

// The two ways that one chooses from, for tests to compare.
std::unique_ptr<Directions> dense_directions(const RatingModel& model, const Logits& at, const Logits& zero);
std::unique_ptr<Directions> sparse_directions(const RatingModel& model, const Logits& at, const Logits& zero,
                                              std::span<const int> group_of);

}  // namespace toptile
