// What sequential tests have in common: they look at the results after every pair and stop as soon as the
// log-likelihood ratio of two hypotheses, H1 over H0, leaves Wald's bounds (Wald 1945). See docs/sprt.md.
#pragma once

#include "engine/result.h"

namespace toptile {

struct ErrorRates {
  double alpha = 0.05;  // The chance to accept H1 where H0 is true.
  double beta = 0.05;   // The chance to accept H0 where H1 is true.
};

// Natural logarithms: lower < 0 < upper.
struct LlrBounds {
  double lower = 0, upper = 0;
};

// A test is over when its state first leaves `proceed`; later pairs, which may have been under way, do not
// reopen it. To hold the error rates, pairs are looked at in the order in which they were begun: of several
// played at once the shortest end first, and they need not be typical.
enum class SequentialState { proceed, accept_h0, accept_h1 };

// One sentence, if a rate is not above 0 and below 0.5.
Result<void> check_rates(const ErrorRates& rates);

// ln(β / (1 - α)) and ln((1 - β) / α).
LlrBounds wald_bounds(const ErrorRates& rates);

// A ratio on a bound has reached it.
SequentialState state_at(double llr, const LlrBounds& bounds);

}  // namespace toptile
