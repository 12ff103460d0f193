// Ratings as text, in whole Elo: errors are too large for more digits. Also infinite errors in JSON.
#pragma once

#include <string>

#include "base/json_fields.h"
#include "ratings/fit/ratings.h"

namespace toptile {

// A text such as "+12"; numbers just below 0 also give "+0", and infinite ones "+∞" or "-∞".
std::string whole_elo(double elo);

// The 95% interval: a text such as "±47", or bounds such as "-12 to +85" or "-12 to +∞" if the two sides
// differ. Empty if there is nothing to measure.
std::string interval_text(const RatingEstimate& rating);
// The same in a sentence: a text such as "95 %: -12 to +85".
std::string named_interval(const RatingEstimate& rating);

// The value, or null if it is infinite or not a number, because JSON has no such values.
Json finite_or_null(double value);

// Points such as "12" or "12.5", or "12.3" in games of three and four.
std::string short_points(double points);

}  // namespace toptile
