// The time and the place at which a Brownian motion with drift first leaves an interval. The likelihood ratio
// of a sequential test does so as its steps get small (Siegmund 1985, chapter III). Derived in docs/sprt.md.
#pragma once

namespace toptile {

// A motion that begins at 0, between -below and above.
struct BrownianMotion {
  double below = 1, above = 1;  // How far away the two ends are; above 0.
  double drift = 0;             // The mean of what a unit of time adds.
  double variance = 1;          // The variance of that; above 0.
};

// The chance that it leaves the interval at -below, and does so by that time, which is above 0. Good to 1e-9.
double chance_to_leave_below(const BrownianMotion& motion, double time);
double chance_to_leave_above(const BrownianMotion& motion, double time);

}  // namespace toptile
