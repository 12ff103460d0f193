// What a sequential test of results says of the difference in Elo once it has ended. It ends on a good run or
// on a bad one, so that the plain estimate lies too far out. Here the games until the end are taken for the
// time at which a Brownian motion left the bounds (Siegmund 1985). Derived in docs/sprt.md, with how well it
// holds.
#pragma once

#include <optional>

#include "tournaments/matches/sprt.h"

namespace toptile {

// Each difference is median-unbiased: the truth is above it as often as below. Its 95 % interval leaves out
// 2.5 % at either end.
struct StoppedEstimate {
  EloInterval elo, normalized;
};

// The results are those with which the test ended, and no later ones. There is none where the ratio is
// between the bounds, nor where all came out alike, so that nobody knows how they spread.
std::optional<StoppedEstimate> estimate_after_stop(const Sprt& test, const Pentanomial& results);
std::optional<StoppedEstimate> estimate_after_stop(const Sprt& test, const Trinomial& results);

}  // namespace toptile
