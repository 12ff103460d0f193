// When and at which end a Brownian motion with drift first leaves an interval. The log-likelihood ratio of a
// sequential test behaves like such a motion when its steps are small (Siegmund 1985, chapter III). The
// derivation is in docs/sprt_method.md.
#pragma once

namespace toptile {

// A motion that begins at 0, between -below and above.
struct BrownianMotion {
  double below = 1, above = 1;  // The distances to the two ends; above 0.
  double drift = 0;             // The mean of the change in a unit of time.
  double variance = 1;          // The variance of the change in a unit of time; above 0.
};

// The chance that the motion leaves the interval at -below, or at above, no later than `time`, which is above
// 0. It is accurate to 1e-9.
double chance_to_leave_below(const BrownianMotion& motion, double time);
double chance_to_leave_above(const BrownianMotion& motion, double time);

}  // namespace toptile
