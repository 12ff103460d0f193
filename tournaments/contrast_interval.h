// Intervals for contrasts of strengths: what a player is above the zero of the table, or above another.
//
// An interval ends where the likelihood, at its best for all other parameters, has fallen so far that chance
// explains it only once in 40 times on that side (Wilks). How far that is takes two things into account:
// games of a cluster may share luck, so that clusters spread less or more than independent games would
// (Chandler and Bate, "Inference for clustered data using the independence loglikelihood", Biometrika 94,
// 2007); and that spread is an estimate, so the quantile is Student's. Where few results say how much
// clusters spread in this direction, what all clusters share is believed instead.
#pragma once

#include <memory>
#include <span>

#include "tournaments/rating_model.h"
#include "tournaments/ratings.h"
#include "tournaments/result_spread.h"

namespace toptile {

class ContrastIntervals {
 public:
  // All but the games must outlive it.
  ContrastIntervals(const RatingModel& model, const GameScores& scores, const Maximum& best,
                    std::span<const RankedGame> games);

  const ResultSpread& spread() const { return spread_; }

  // The estimate of contrast · parameters, in Elo; the contrast adds up to 0 over each pool's players.
  RatingEstimate estimate(const Logits& contrast) const;
  // The chance, 0 … 1, that it is above 0: of Student's distribution at the signed root of how far the
  // likelihood falls until 0. The interval above ends at 0 where this is 0.025 or 0.975.
  double chance_above_zero(const Logits& contrast) const;

 private:
  struct Course;  // How the likelihood falls along one contrast.

  Course course_of(const Logits& contrast) const;
  double end(const Course& course, int side) const;

  const RatingModel& model_;
  const Maximum& best_;
  Matrix inverse_, prior_;
  ResultSpread spread_;
};

}  // namespace toptile
