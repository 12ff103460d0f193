// How all parameters move with one player's strength: if a player turns out to be stronger, the results imply
// that others are stronger or weaker, too.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "ratings/fit/rating_model.h"

namespace toptile {

struct ContrastDirection {
  Logits along;  // The inverse of the information times the contrast, up to a constant for each pool.
  // The variance of the contrast's value in logits² if games were independent: contrast · along.
  double variance = 0;
};

// The contrasts are how far a player is above the zero of its pool, and how much a seat is worth.
class Directions {
 public:
  virtual ~Directions() = default;

  virtual ContrastDirection of_player(int player) const = 0;
  virtual ContrastDirection of_seat_term(int parameter) const = 0;
  // The direction of `one` above `other`. Both must be in the same pool.
  virtual ContrastDirection between(int one, int other) const;

  // A large field is split into homes: groups of players who met. A player's direction is then the direction
  // of its home, which many share, plus what the player's own games add. -1 means that there are no homes.
  virtual int home_of(int) const { return -1; }
  virtual int homes() const { return 0; }
  virtual const Logits& of_home(int home) const = 0;
};

// `zero` has the players' weights in the zero of their pool, which add up to 1 in each pool; `group_of` has
// each player's strong group. The model must outlive the result. For up to kMaxDense players, everything is
// exact apart from rounding. For more, variances are accurate to a few parts in 1000.
std::unique_ptr<Directions> directions(const RatingModel& model, const Logits& at, const Logits& zero,
                                       std::span<const int> group_of);

// The two implementations that `directions` chooses from, so that tests can compare them.
std::unique_ptr<Directions> dense_directions(const RatingModel& model, const Logits& at, const Logits& zero);
std::unique_ptr<Directions> sparse_directions(const RatingModel& model, const Logits& at, const Logits& zero,
                                              std::span<const int> group_of);

}  // namespace toptile
