// What is to be said of ratings besides the figures, a sentence each, and the same for programs. `names` are
// by player.
#pragma once

#include <string>
#include <vector>

#include "protocol/json_fields.h"
#include "tournaments/ratings/model_fit.h"
#include "tournaments/ratings/ratings.h"

namespace toptile {

// All of those below that are told under a table: whether intervals hold at every look, what one number a
// player does not explain, and which distances rest on little.
std::vector<std::string> rating_notes(const Ratings& ratings, const ModelFit& fit,
                                      const std::vector<std::string>& names);

// A sentence for each distance between groups that rests on few results, of many for the first ones and one
// for the others; and one that says whose mean is 0 where it is not everybody's.
std::vector<std::string> distance_notes(const Ratings& ratings, const std::vector<std::string>& names);

// What those sentences say, all of them: the groups' names, and the results between them.
Json weak_links_to_json(const Ratings& ratings, const std::vector<std::string>& names);

// A sentence on what the seats of games of three and four are worth.
std::string seats_text(const Ratings& ratings);

// A sentence that says which results one number a player does not explain, where there are such, and one on
// circles that are certain.
std::vector<std::string> model_fit_notes(const ModelFit& fit, const std::vector<std::string>& names);
Json model_fit_to_json(const ModelFit& fit, const std::vector<std::string>& names);

}  // namespace toptile
