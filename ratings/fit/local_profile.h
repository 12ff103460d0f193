// The likelihood along a contrast, maximised over the players who move most with it. All others move along a
// straight line. If a player and those it met have few results, a straight line for all players would end
// intervals too early.
#pragma once

#include <span>
#include <vector>

#include "ratings/fit/result_spread.h"

namespace toptile {

class LocalProfile {
 public:
  // `tangent` is the derivative of the best parameters with respect to the contrast's value, with bodies
  // filled in (RatingModel::with_bodies). No mover may be a player whom another one represents. `spread` and
  // `tangent` must outlive this object.
  LocalProfile(const ResultSpread& spread, const Logits& contrast, const Logits& tangent,
               std::vector<int> movers);

  // The kinds of clusters in which any mover takes part, sorted.
  std::span<const int> kinds() const { return kinds_; }
  // How far the likelihood of the movers' meetings has fallen when the contrast's value has moved by
  // `distance` logits.
  Fall at(double distance) const;

 private:
  struct Place;

  Place look(double distance, const Logits& moved) const;

  const ResultSpread& spread_;
  const Logits& tangent_;
  std::vector<int> kinds_;
  std::vector<int> number_;     // The index of each player's body among the movers, or -1.
  Logits contrast_, straight_;  // The movers' parts of the contrast and the tangent.
};

}  // namespace toptile
