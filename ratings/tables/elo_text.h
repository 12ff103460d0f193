// Ratings as text, in whole Elo: errors are too large for more digits.
#pragma once

#include <string>

#include "ratings/fit/ratings.h"

namespace toptile {

// A text such as "+12"; numbers just below 0 also give "+0".
std::string whole_elo(double elo);

// The 95% interval: a text such as "±47", or bounds such as "-12 to +85" if the two sides differ. Empty if
// there is nothing to measure.
std::string interval_text(const RatingEstimate& rating);
// The same in a sentence: a text such as "95 %: -12 to +85".
std::string named_interval(const RatingEstimate& rating);

// Points such as "12" or "12.5", or "12.3" in games of three and four.
std::string short_points(double points);

}  // namespace toptile
