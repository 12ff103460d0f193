#include "ratings/matches/sprt.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "ratings/fit/elo_scale.h"
#include "ratings/matches/constrained_likelihood.h"
#include "ratings/matches/pentanomial.h"

namespace toptile {
namespace {

constexpr double kMaxLogistic = 1000, kMaxNormalized = 300;  // Limits in Elo.

Result<void> check_elo(const char* name, double elo, EloModel model) {
  const double most = model == EloModel::logistic ? kMaxLogistic : kMaxNormalized;
  if (std::abs(elo) <= most) return success();
  return Error{fmt::format("{} is {}: a difference in {} Elo from -{} to {} is expected", name, elo,
                           model == EloModel::logistic ? "logistic" : "normalized", most, most)};
}

// The fit of one sample to the constraint that the model derives from a difference in Elo.
double fit_of_elo(std::span<const double> shares, double elo, EloModel model, double games_a_sample) {
  if (model == EloModel::logistic) return fit_of_score(shares, chance(elo * kLogitsPerElo));
  return fit_of_effect(shares, elo * kLogitsPerElo / 2 * std::sqrt(games_a_sample));
}

template <std::size_t N>
double llr_of(const std::array<std::uint64_t, N>& counts, const SprtParameters& parameters,
              double games_a_sample) {
  if (std::ranges::all_of(counts, [](auto count) { return count == 0; })) return 0;
  const auto [shares, samples] = shares_of(counts);
  return samples * (fit_of_elo(shares, parameters.elo1, parameters.model, games_a_sample) -
                    fit_of_elo(shares, parameters.elo0, parameters.model, games_a_sample));
}

}  // namespace

Result<Sprt> Sprt::make(const SprtParameters& parameters) {
  if (auto checked = check_elo("elo0", parameters.elo0, parameters.model); !checked)
    return checked.as_failure();
  if (auto checked = check_elo("elo1", parameters.elo1, parameters.model); !checked)
    return checked.as_failure();
  if (!(parameters.elo0 < parameters.elo1)) {
    return Error{fmt::format("elo1 is {} and elo0 is {}: elo1 must be the higher of the two", parameters.elo1,
                             parameters.elo0)};
  }
  if (auto checked = check_rates(parameters.rates); !checked) return checked.as_failure();
  return Sprt(parameters);
}

double Sprt::llr(const Pentanomial& results) const {
  return llr_of(results.counts, parameters_, 2);
}

double Sprt::llr(const Trinomial& results) const {
  return llr_of(results.counts, parameters_, 1);
}

}  // namespace toptile
