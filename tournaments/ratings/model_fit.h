// Whether one number a player explains the results: who did better against whom than the ratings expect, and
// how likely so much of it is by chance. Formulas are in docs/ratings.md.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tournaments/ratings/certain_circles.h"
#include "tournaments/ratings/head_to_head.h"

namespace toptile {

struct PairingResidual {
  int one = 0, other = 0;  // `one` scored as much as expected or more.
  int games = 0;
  double score = 0, expected = 0;  // The share of the points against the other alone, 0 … 1.
  // The difference in its standard deviations, 0 or more. What the ratings were fitted by is allowed for.
  double residual = 0;
};

struct ModelFit {
  int pairings = 0;
  std::vector<PairingResidual> farthest;  // The largest residuals first, at most kMostResiduals of them.

  // Pearson's statistic over pairings.
  struct Test {
    double statistic = 0;
    double expected = 0;  // The mean of the statistic where the ratings are all there is.
    double degrees = 0;   // They are more than 0.
    double chance = 1;    // The chance of a statistic as large or larger.
  };
  // It is missing if ratings can explain whatever happens: there are two players, or all played one of them
  // and nobody else.
  std::optional<Test> test;
  // Whether so much would be chance in fewer than one of twenty fields.
  bool is_refuted() const { return test && test->chance < 0.05; }

  std::vector<Circle> circles;  // Those that are certain (certain_circles.h).
};

// What clusters show of the variance of points over what is expected of it, by all pairings together; what
// the fit of the ratings took from it is given back. 1 or less as a rule, for no model of ties is in it.
double pooled_inflation(const Ratings& ratings, std::span<const HeadToHead> met);

inline constexpr std::size_t kMostResiduals = 10;

// Fields of more players are not tested: nearly all their pairings are of few games.
inline constexpr std::size_t kMostTested = 300;

// The games are those that the ratings were made from; those of a cluster stand side by side. Time is that of
// the games and of pairings; up to 400 pairings their covariances are computed.
ModelFit model_fit(const Ratings& ratings, std::span<const RankedGame> games);
ModelFit model_fit(const Ratings& ratings, std::span<const ScoredGame> games);

}  // namespace toptile
