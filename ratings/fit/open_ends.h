// Intervals without an end. If some players lost all games to the others, no result limits how far below them
// they are; only the prior keeps their ratings finite. Where an interval is open on one side, its other end
// is that of an exact test: the results across the gap would have a chance of 2.5 % there.
#pragma once

#include <map>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "ratings/fit/gauge.h"
#include "ratings/fit/point_flow.h"
#include "ratings/fit/rating_model.h"
#include "ratings/fit/result_spread.h"

namespace toptile {

struct OpenSides {
  bool low = false, high = false;
  bool any() const { return low || high; }
  bool is_one() const { return low != high; }
};

// The games between two sets of players, the lower of which took no point in them. As the two sets move
// together, the likelihood of these games and of their virtual ties falls.
class Gap {
 public:
  struct Across {
    double games = 0, ties = 0;  // The ties are the prior's.
    double p = 0;                // The chance of the lower player.
  };
  explicit Gap(std::vector<Across> across) : across_(std::move(across)) {}

  // How far the log-likelihood, including the prior's ties, has fallen where these results have this chance;
  // 0 if that is not above the maximum of the likelihood.
  double fall_at_chance(double chance) const;
  // The chance of these results where the log-likelihood has fallen this far.
  double chance_at_fall(double fall) const;

 private:
  double fall(double distance) const;
  double minus_log_chance(double distance) const;

  std::vector<Across> across_;
};

class OpenEnds {
 public:
  // The results without the prior say how points flow. Bodies have one part. All arguments but the first must
  // outlive this object.
  OpenEnds(PointFlow flow, const RatingModel& model, const ResultSpread& spread, const Gauge& gauge);

  // The sides on which an interval has no end: of a player above the zero of its pool, or above another
  // player.
  OpenSides of_player(int player) const;
  OpenSides between(int one, int other) const;
  // The gap that the other end depends on, if the interval is open on one side. Any number of threads may
  // ask.
  const Gap& gap_of_player(int player) const;
  const Gap& gap_between(int one, int other) const;

 private:
  int part_of(int player) const { return flow_.part_of()[model_.body_of(player)]; }
  void look_at_zero(std::span<const int> zero, PointFlow::Side side, std::vector<bool>& found) const;
  const Gap& gap(int part, OpenSides open, std::span<const int> against, int key) const;
  Gap gap_across(const std::vector<bool>& own, const std::vector<bool>& far, bool is_own_lower) const;

  PointFlow flow_;
  const RatingModel& model_;
  const ResultSpread& spread_;
  std::vector<std::vector<int>> zeros_;  // The parts of the players in the zero of each pool.
  // By part: whether its points reach all parts of its pool's zero, and whether theirs reach it.
  std::vector<bool> is_above_zero_, is_below_zero_;
  mutable std::mutex mutex_;                         // Guards the next member.
  mutable std::map<std::pair<int, int>, Gap> gaps_;  // By part and what it is measured from.
};

}  // namespace toptile
