// Ratings in words: whole Elo, as their errors allow.
#pragma once

#include <string>
#include <vector>

#include "protocol/json_fields.h"
#include "tournaments/ratings.h"

namespace toptile {

// "+12", and "+0" of what rounds to it from below.
std::string whole_elo(double elo);

// "±47", "-194/+424" where the two sides differ; empty where there is nothing to measure.
std::string error_bars(const RatingEstimate& rating);

// 12 or 12.5; of games of three and four, 12.3.
std::string short_points(double points);

// A sentence for each distance between groups that rests on few results, and one that says whose mean is 0
// where it is not everybody's. `names` are by player.
std::vector<std::string> distance_notes(const Ratings& ratings, const std::vector<std::string>& names);

// What those sentences say, for programs: the groups' names, and the results between them.
Json weak_links_to_json(const Ratings& ratings, const std::vector<std::string>& names);

// A sentence on what the seats of games of three and four are worth.
std::string seats_text(const Ratings& ratings);

}  // namespace toptile
