// Tests whether one number for each player explains the results: which player did better against which than
// the ratings expect, and how likely that is by chance. The formulas are in docs/ratings_method.md.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "ratings/tables/certain_circles.h"
#include "ratings/tables/head_to_head.h"

namespace toptile {

struct PairingResidual {
  int one = 0, other = 0;  // `one` scored as much as expected or more.
  int games = 0;
  double score = 0, expected = 0;  // The share of the points against `other` alone, 0 … 1.
  // The difference in standard deviations, 0 or more, allowing for the fact that the ratings were fitted to
  // these results.
  double residual = 0;
};

struct ModelFit {
  int pairings = 0;
  std::vector<PairingResidual> farthest;  // The largest residuals first, at most kMaxResiduals of them.

  // Pearson's statistic over pairings.
  struct Test {
    double statistic = 0;
    double expected = 0;  // The mean of the statistic if the ratings explain everything.
    double degrees = 0;   // The degrees of freedom, more than 0.
    double chance = 1;    // The chance of a statistic as large or larger.
  };
  // Empty if ratings can explain any results: with two players, or if all others played only one player.
  std::optional<Test> test;
  // Whether chance gives so large a statistic in fewer than one of twenty fields.
  bool is_refuted() const { return test && test->chance < 0.05; }

  std::vector<Circle> circles;  // The circles that are certain (certain_circles.h).
};

inline constexpr std::size_t kMaxResiduals = 10;

// Fields with more players are not tested: nearly all their pairings have few games.
inline constexpr std::size_t kMaxTested = 300;

// The games must be those that the ratings were computed from, with those of a cluster adjacent. The time
// grows with the games and the pairings. Covariances are computed for up to 400 pairings.
ModelFit model_fit(const Ratings& ratings, std::span<const RankedGame> games);
ModelFit model_fit(const Ratings& ratings, std::span<const ScoredGame> games);

}  // namespace toptile
