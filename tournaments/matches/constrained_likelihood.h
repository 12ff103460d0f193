// How well a constraint on a distribution of scores fits the scores seen: the empirical likelihood at its
// maximum under the constraint (Owen 1988). Derived in docs/sprt.md.
#pragma once

#include <span>

namespace toptile {

// `shares` are those of the outcomes seen, all above 0 and of sum 1: three or five, whose scores are evenly
// spaced from 0 to 1. The result is a sample's mean loss of log-likelihood, the maximum over distributions q
// under the constraint of Σ p ln(q / p): at most 0, and 0 where p meets the constraint.

// Under a mean of `score`, above 0 and below 1.
double fit_of_score(std::span<const double> shares, double score);

// Under a mean that is ½ + effect · sd of the same distribution, -1.3 <= effect <= 1.3. Where nearly all
// outcomes are alike there may be several maxima; of those that a grid of 16 standard deviations tells apart,
// the highest is taken.
double fit_of_effect(std::span<const double> shares, double effect);

}  // namespace toptile
