// Fits strengths to the results of a league, for the choice of games. Tables use fit_ratings.
#pragma once

#include <vector>

#include "league/choice/contenders.h"

namespace toptile {

// The prior of each strength is normal, with mean 0 and this precision: the information of half a tie between
// equals. Its standard deviation is thus 2.8 logits, or 491 Elo.
inline constexpr double kPriorPrecision = 0.125;

// The situation's inflation if it is positive and finite, otherwise 1.
double usable_inflation(const LeagueSituation& situation);

// The strengths of all contenders in logits: the maximum of the Bradley-Terry likelihood of all points,
// divided by the inflation, times the prior. Sets in play do not count.
std::vector<double> fit_strengths(const LeagueSituation& situation);

}  // namespace toptile
