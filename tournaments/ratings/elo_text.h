// Ratings as text, in whole Elo: errors are too large for more digits.
#pragma once

#include <string>

#include "tournaments/ratings/ratings.h"

namespace toptile {

// A text such as "+12"; it is "+0" also for numbers just below 0.
std::string whole_elo(double elo);

// A text such as "±47", or "-194/+424" if the two sides differ. Empty if there is nothing to measure.
std::string error_bars(const RatingEstimate& rating);

// Points such as "12" or "12.5", or "12.3" in games of three and four.
std::string short_points(double points);

}  // namespace toptile
