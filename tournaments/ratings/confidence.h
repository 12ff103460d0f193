// The common parts of the 95 % intervals of this folder.
#pragma once

namespace toptile {

// The spread of clusters is estimated from the clusters in question, with their degrees of freedom, and from
// all clusters. The second estimate counts like this many degrees.
inline constexpr double kPooledDegrees = 30;

// Student's quantile at 97.5 % for an error that is estimated from `samples` independent samples, 2 or more
// (Cameron and Miller 2015, "A practitioner's guide to cluster-robust inference"). Intervals from normal
// quantiles would hold only 93 times in 100 at 14 samples.
double student_quantile(double samples);

// The quantile for a chance of `error` to miss, on both sides together.
double student_quantile(double samples, double error);

}  // namespace toptile
