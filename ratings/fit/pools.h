// The pools of a field: within one, all ratings can be compared.
#pragma once

#include <span>
#include <vector>

#include "ratings/fit/bradley_terry.h"
#include "ratings/fit/point_flow.h"
#include "ratings/fit/rating_model.h"

namespace toptile {

// The pool of each player. Two players are in one pool if points, including those of the prior, flow from
// each to the other. Points reach all players of a body at once (RatingModel::body_of). The largest pool has
// the number 0.
std::vector<int> pools_of(int players, std::span<const Cell> cells, std::span<const int> body_of);

// How points flow between bodies in these games, without the prior's.
PointFlow flow_of(const RatingModel& model, std::span<const Cell> cells);
PointFlow flow_of(const RatingModel& model, const GameSpan& games);

}  // namespace toptile
