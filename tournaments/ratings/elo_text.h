// Figures of ratings in words: whole Elo, as their errors allow.
#pragma once

#include <string>

#include "tournaments/ratings/ratings.h"

namespace toptile {

// "+12", and "+0" of what rounds to it from below.
std::string whole_elo(double elo);

// "±47", "-194/+424" where the two sides differ; empty where there is nothing to measure.
std::string error_bars(const RatingEstimate& rating);

// 12 or 12.5; of games of three and four, 12.3.
std::string short_points(double points);

}  // namespace toptile
