// The estimate of the difference in Elo after a sequential test of results has ended. A test ends after a run
// of good or bad luck, so that the plain estimate exaggerates. This estimate takes the number of games until
// the end as the time at which a Brownian motion left the bounds (Siegmund 1985). The derivation, and how
// well it holds, are in docs/sprt_method.md.
#pragma once

#include <optional>

#include "base/json_fields.h"
#include "ratings/matches/sprt.h"

namespace toptile {

// Each difference is median-unbiased: the truth is above it as often as below. Its 95% interval leaves out
// 2.5% at either end.
struct StoppedEstimate {
  EloInterval elo, normalized;
};

// `results` are those with which the test ended, without later ones. Returns nullopt if the ratio is between
// the bounds, or if all results came out alike, so that their variance is unknown.
std::optional<StoppedEstimate> estimate_after_stop(const Sprt& test, const Pentanomial& results);
std::optional<StoppedEstimate> estimate_after_stop(const Sprt& test, const Trinomial& results);

// {"elo": …, "low": …, "high": …}, with null for an infinite number.
Json interval_to_json(const EloInterval& interval);

// An object with "score", "elo", "normalized_elo" and "superiority".
Json estimate_to_json(const MatchEstimate& estimated);

// An object with "elo" and "normalized_elo".
Json stopped_to_json(const StoppedEstimate& estimated);

}  // namespace toptile
