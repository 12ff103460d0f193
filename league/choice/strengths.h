// The strengths that explain the results of a league best, for the choice of games. Tables use fit_ratings.
#pragma once

#include <vector>

#include "league/choice/contenders.h"

namespace toptile {

// The prior of each strength is normal, with mean 0 and this precision: the information of half a tie between
// equals. So its standard deviation is 2.8 logits, which is 491 Elo.
inline constexpr double kPriorPrecision = 0.125;

// The inflation that holds: that of the situation if it is a positive and finite number, else 1.
double usable_inflation(const LeagueSituation& situation);

// The strengths of all contenders in logits: the maximum of the Bradley-Terry likelihood of all points,
// divided by the inflation, times the prior. Sets in play do not count.
std::vector<double> fit_strengths(const LeagueSituation& situation);

}  // namespace toptile
