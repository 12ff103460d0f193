// Anchors: players whose ratings are given (RatingOptions::anchors).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "ratings/fit/anchored_model.h"
#include "ratings/fit/bradley_terry.h"
#include "ratings/fit/rating_model.h"
#include "ratings/fit/ratings.h"

namespace toptile {

// Asserts that each anchor is a player of its own, and that fixed ones lie no further apart than
// kMaxAnchorDistance.
void check_anchors(int players, const RatingOptions& options);

// The body of each player (RatingModel::body_of): all fixed anchors of a part are one.
std::vector<int> bodies_of(int players, std::span<const Cell> cells, const RatingOptions& options);

// The model of the results in which the distances between fixed anchors of a pool are given. Null if there
// are none.
std::unique_ptr<AnchoredModel> anchored(const RatingModel& results, const RatingOptions& options);

// How well the given ratings of measured anchors agree with the results, for each pool that has any.
std::vector<AnchorCheck> anchor_checks(const Ratings& ratings);

}  // namespace toptile
