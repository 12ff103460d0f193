// What the 95 % intervals of this folder have in common.
#pragma once

namespace toptile {

// How clusters spread is an estimate of the ones that are looked at, with its degrees of freedom, and of all
// clusters. The latter counts like so many degrees.
inline constexpr double kPooledDegrees = 30;

// Student's quantile at 97.5 % for an error that is estimated from so many independent samples, 2 or more
// (Cameron and Miller 2015, "A practitioner's guide to cluster-robust inference"): normal quantiles would
// cover 93 % at 14 samples.
double student_quantile(double samples);

// The one that an error of so much on both sides together asks for.
double student_quantile(double samples, double error);

}  // namespace toptile
