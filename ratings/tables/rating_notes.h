// Notes on ratings, one sentence each, and the same as JSON. `names` has the names by player.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json_fields.h"
#include "ratings/fit/ratings.h"
#include "ratings/tables/model_fit.h"

namespace toptile {

// All notes below a table: whether intervals are anytime-valid, which results one number for each player does
// not explain, how far measured anchors are from their given ratings, and which distances rest on few
// results.
std::vector<std::string> rating_notes(const Ratings& ratings, const ModelFit& fit,
                                      const std::vector<std::string>& names);

// For each pool of several measured anchors, a sentence with their given and fitted ratings, and another one
// if the results contradict the given ratings.
std::vector<std::string> anchor_notes(const Ratings& ratings, const std::vector<std::string>& names);

// A sentence for each distance between groups that rests on few results; if there are many, for the first
// ones, and one sentence for all others. Another sentence names the players whose mean is 0, if these are not
// all players.
std::vector<std::string> distance_notes(const Ratings& ratings, const std::vector<std::string>& names);

// All weak links as JSON: the groups' names, and the results between them.
Json weak_links_to_json(const Ratings& ratings, const std::vector<std::string>& names);

// A sentence on the worth of the seats, if that was estimated. In games of two it gives a number only if that
// is known to within 100 Elo on either side.
std::optional<std::string> seat_note(const Ratings& ratings);

// A sentence about the results that one number for each player does not explain, and one about certain
// circles, if there are any.
std::vector<std::string> model_fit_notes(const ModelFit& fit, const std::vector<std::string>& names);
Json model_fit_to_json(const ModelFit& fit, const std::vector<std::string>& names);

}  // namespace toptile
