#include "ratings/matches/sequential.h"

#include <fmt/core.h>

#include <cmath>
#include <string_view>

namespace toptile {
namespace {

Result<void> check_rate(std::string_view name, double rate) {
  if (rate > 0 && rate < 0.5) return success();
  return Error{fmt::format("{} is {}: it is the chance of an error, above 0 and below 0.5; 0.05 is usual",
                           name, rate)};
}

}  // namespace

Result<void> check_rates(const ErrorRates& rates) {
  TOPTILE_TRY_TO(check_rate("alpha", rates.alpha));
  return check_rate("beta", rates.beta);
}

LlrBounds wald_bounds(const ErrorRates& rates) {
  return {std::log(rates.beta / (1 - rates.alpha)), std::log((1 - rates.beta) / rates.alpha)};
}

SequentialState state_at(double llr, const LlrBounds& bounds) {
  if (llr <= bounds.lower) return SequentialState::accept_h0;
  if (llr >= bounds.upper) return SequentialState::accept_h1;
  return SequentialState::proceed;
}

}  // namespace toptile
