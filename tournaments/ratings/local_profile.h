// The likelihood along a contrast at its best for those who move most with it; all others go along a straight
// line. Where a player and those it met have few results, a straight line alone ends intervals too early.
#pragma once

#include <span>
#include <vector>

#include "tournaments/ratings/result_spread.h"

namespace toptile {

class LocalProfile {
 public:
  // `tangent` is how the best parameters change with the contrast's value. All must outlive it.
  LocalProfile(const ResultSpread& spread, const Logits& contrast, const Logits& tangent,
               std::vector<int> movers);

  // The kinds of clusters in which any of them take part, in their order.
  std::span<const int> kinds() const { return kinds_; }
  // How far the likelihood of their meetings falls until the contrast's value has moved by `distance` logits.
  Fall at(double distance) const;

 private:
  struct Place;

  Place look(double distance, const Logits& moved) const;

  const ResultSpread& spread_;
  const Logits& tangent_;
  std::vector<int> kinds_;
  std::vector<int> number_;     // One a player: its place among the movers, or -1.
  Logits contrast_, straight_;  // The movers' parts of the contrast and the tangent.
};

}  // namespace toptile
