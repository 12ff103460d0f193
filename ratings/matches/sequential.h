// The common part of sequential tests. They check the results after every pair, and stop as soon as the
// log-likelihood ratio of two hypotheses, H1 over H0, leaves Wald's bounds (Wald 1945). See
// docs/sprt_method.md.
#pragma once

#include "base/result.h"

namespace toptile {

struct ErrorRates {
  double alpha = 0.05;  // The chance to accept H1 if H0 is true.
  double beta = 0.05;   // The chance to accept H0 if H1 is true.
};

// Natural logarithms: lower < 0 < upper.
struct LlrBounds {
  double lower = 0, upper = 0;
};

// A test is over when its state first leaves `proceed`. Later pairs, which may have been in play, do not
// reopen it. To keep the error rates, pairs are counted in the order in which they began: if several are
// played at once, the shortest end first, and those may not be typical.
enum class SequentialState { proceed, accept_h0, accept_h1 };

// An error if a rate is not above 0 and below 0.5.
Result<void> check_rates(const ErrorRates& rates);

// ln(β / (1 - α)) and ln((1 - β) / α).
LlrBounds wald_bounds(const ErrorRates& rates);

// A ratio equal to a bound has reached it.
SequentialState state_at(double llr, const LlrBounds& bounds);

}  // namespace toptile
