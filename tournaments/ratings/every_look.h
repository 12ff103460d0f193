// Intervals that hold at every look, however often somebody looks at a tournament that is being played and
// whenever it is stopped: the chance that any of them ever misses is 1 in 20. An interval of 95 % misses that
// often at one look, and at more and more of many.
//
// A sum of independent surprises is a martingale, and a normal mixture of its exponentials stays below 20
// with that chance for ever (H. Robbins, "Statistical methods related to the law of the iterated logarithm",
// Annals of Mathematical Statistics 41, 1970; S. Howard and others, "Time-uniform, nonparametric,
// nonasymptotic confidence sequences", Annals of Statistics 49, 2021, section 3.2). The mixture is the one
// whose interval is narrowest when all planned games are played.
#pragma once

namespace toptile {

class EveryLook {
 public:
  // The share is of the games that were planned: more than 0; more than 1 when play goes on after the plan.
  explicit EveryLook(double share_played);

  // The number of standard deviations that is exceeded at any look with the chance `error`, on both sides
  // together: 3.03 for 0.05 when all is played, and more before.
  double deviations(double error) const;
  // The chance that an interval of one look has for the same deviations, on both sides together; 1e-12 at
  // least.
  double error_of_one_look(double error) const;
  // What `chance`, of results like these between equals at one look, is as a chance at any look: 1 at most.
  double chance_at_any_look(double chance) const;

 private:
  double ratio_;  // Information until now, in units of one over the mixture's variance.
};

}  // namespace toptile
