// Estimates of a difference in Elo as JSON: the keys that a match, its test and counted results share.
#pragma once

#include "base/json_fields.h"
#include "tournaments/matches/stopped_estimate.h"

namespace toptile {

// null for an infinite number and for one that is none, which JSON does not have.
Json finite_or_null(double value);

// {"elo": …, "low": …, "high": …}, with null for an infinite number.
Json interval_to_json(const EloInterval& interval);

// An object with "score", "elo", "normalized_elo" and "superiority".
Json estimate_to_json(const MatchEstimate& estimated);

// An object with "elo" and "normalized_elo".
Json stopped_to_json(const StoppedEstimate& estimated);

}  // namespace toptile
