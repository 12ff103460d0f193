// How well a constraint on a distribution of scores fits the observed scores: the empirical likelihood at its
// maximum under the constraint (Owen 1988). The derivation is in docs/sprt_method.md.
#pragma once

#include <span>

namespace toptile {

// `shares` are the observed shares p of three or five outcomes, all above 0 and with the sum 1. The scores of
// the outcomes are evenly spaced from 0 to 1. The result is the mean loss of log-likelihood of a sample: the
// maximum of Σ p ln(q / p) over the distributions q that meet the constraint. It is at most 0, and 0 if p
// meets the constraint.

// The constraint is a mean of `score`, which is above 0 and below 1.
double fit_of_score(std::span<const double> shares, double score);

// The constraint is a mean of ½ + effect · sd, where sd is the standard deviation of the same distribution
// and -1.3 <= effect <= 1.3. If nearly all outcomes are alike, there may be several maxima. The result is the
// highest of those that a grid of 16 standard deviations distinguishes.
double fit_of_effect(std::span<const double> shares, double effect);

}  // namespace toptile
