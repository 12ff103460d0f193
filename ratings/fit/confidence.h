// The common parts of this folder's 95% intervals.
#pragma once

namespace toptile {

// The spread of clusters is estimated from the clusters in question, with their degrees of freedom, and from
// all clusters. The second estimate has the weight of this many degrees.
inline constexpr double kPooledDegrees = 30;

// Student's 97.5% quantile for an error that is estimated from `samples` independent samples, 2 or more
// (Cameron and Miller 2015, "A practitioner's guide to cluster-robust inference"). Intervals from normal
// quantiles would hold only 93 times in 100 at 14 samples.
double student_quantile(double samples);

// The same quantile for an interval that misses with the chance `error`, on both sides together.
double student_quantile(double samples, double error);

// Anytime-valid intervals: they hold however often the results are checked and whenever the tournament is
// stopped. The chance that any of them ever misses is 1 in 20. An ordinary 95% interval misses that often at
// a single check, and more often over many checks.
//
// A sum of independent surprises is a martingale, and the chance that a normal mixture of its exponentials
// ever reaches 20 is at most 1 in 20 (H. Robbins, "Statistical methods related to the law of the iterated
// logarithm", Annals of Mathematical Statistics 41, 1970; S. Howard and others, "Time-uniform, nonparametric,
// nonasymptotic confidence sequences", Annals of Statistics 49, 2021, section 3.2). Up to a planned end it is
// smaller, so that intervals can be narrower. Nine tenths of the error are spent up to there, and the rest is
// for games beyond the plan.
class EveryLook {
 public:
  // With a planned number of games, of which `share_played` has been played. The share is above 0, and above
  // 1 if play continues beyond the plan. The mixture is the one whose interval is narrowest once all planned
  // games are played.
  explicit EveryLook(double share_played);
  // Without a planned number of games. It takes five mixtures, so that an interval is about 1.7 times as wide
  // as an ordinary one wherever that is between ± 10 and ± 400, however many games that takes.
  static EveryLook without_plan();

  // After a plan that was changed in a way that no number of games expresses: the same without a plan, with
  // the part of the error that is left for games beyond it. An interval is about 2.1 times as wide as an
  // ordinary one.
  static EveryLook after_plan();

  // The same for an estimate with this variance in Elo². Without a plan, each estimate has its own.
  EveryLook at(double variance) const;

  // The number of standard deviations that is ever exceeded with the chance `error`, on both sides
  // together: 2.81 for 0.05 when all planned games are played, and more before; without a plan, 3.3 to 3.5 in
  // the range above.
  double deviations(double error) const;
  // The chance that an ordinary interval of the same width misses, on both sides together; at least 1e-12.
  double error_of_one_look(double error) const;
  // Converts the chance of such results between equals at a single check into the chance at any check; at
  // most 1.
  double chance_at_any_look(double chance) const;

 private:
  enum class Plan { none, in_play, over };

  EveryLook(Plan plan, double share, double part = 1);
  // With a plan: the mixture's exponential that is ever reached with this chance, as a natural logarithm,
  // twice; and back.
  double twice_log_of(double error) const;
  double error_of(double twice_log) const;
  // Without a plan: the natural logarithm of the mean of the mixtures' exponentials.
  double log_mean(double deviations) const;

  Plan plan_;
  // The information so far, in units of one over the mixture's variance. Without a plan it is that of the
  // mixture whose interval is narrowest at ± 1.
  double ratio_;
  double part_ = 1;  // Without a plan: the part of the error that may be spent.
};

// The chance that Student's t with these degrees of freedom is above the value. Boost.Math takes 4 s in every
// source that includes it, so only confidence.cpp does.
double student_tail(double degrees, double value);

}  // namespace toptile
