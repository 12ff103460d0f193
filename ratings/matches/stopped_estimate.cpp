#include "ratings/matches/stopped_estimate.h"

#include <algorithm>
#include <cmath>

#include "ratings/fit/elo_scale.h"
#include "ratings/matches/brownian_exit.h"
#include "ratings/matches/pentanomial.h"
#include "ratings/tables/elo_text.h"

namespace toptile {

namespace {

constexpr double kTailOfInterval = 0.025;
// The mean overshoot of a walk over a far bound, in standard deviations of its step: -ζ(½) / √(2π) for normal
// steps (Siegmund 1985, chapter X).
constexpr double kOvershoot = 0.5826;
constexpr int kHalvings = 60;

struct Moments {
  double mean = 0.5, variance = 0;
};

template <std::size_t N>
Moments moments_of(const OutcomeShares<N>& seen) {
  Moments moments{0, 0};
  const auto score = [](std::size_t i) { return static_cast<double>(i) / (N - 1); };
  for (std::size_t i = 0; i < N; ++i) moments.mean += seen.shares[i] * score(i);
  for (std::size_t i = 0; i < N; ++i) {
    moments.variance += seen.shares[i] * (score(i) - moments.mean) * (score(i) - moments.mean);
  }
  return moments;
}

// The log-likelihood ratio as a Brownian motion, whose time is the number of samples. Its drift follows from
// the true score.
class RatioMotion {
 public:
  RatioMotion(const LlrBounds& bounds, double score0, double score1, double variance)
      : gain_((score1 - score0) / variance), middle_((score0 + score1) / 2) {
    motion_.variance = gain_ * gain_ * variance;
    const double overshoot = kOvershoot * std::sqrt(motion_.variance);
    motion_.below = overshoot - bounds.lower;
    motion_.above = overshoot + bounds.upper;
  }

  double drift(double score) const { return gain_ * (score - middle_); }
  // How many samples it takes to reach a bound with the drift of that score. Empty if the drift leads away
  // from the bound.
  std::optional<double> time_to_bound(double score, bool is_upper) const {
    const double time = (is_upper ? motion_.above : -motion_.below) / drift(score);
    return time > 0 && std::isfinite(time) ? std::optional(time) : std::nullopt;
  }
  // The chance that the test ends in a way that speaks for less than an end at this bound after this time.
  // For the lower bound, this means that it is reached earlier, and for the upper one, that it is not.
  double chance_of_less(double score, bool is_upper, double time) const {
    BrownianMotion motion = motion_;
    motion.drift = drift(score);
    return is_upper ? 1 - chance_to_leave_above(motion, time) : chance_to_leave_below(motion, time);
  }

 private:
  double gain_, middle_;
  BrownianMotion motion_;
};

// The score at which `falling`, which falls as the score grows, has the value `wanted`. It is 0 or 1 if the
// function is below or above that value everywhere.
template <class F>
double score_where(const F& falling, double wanted) {
  double low = 0, high = 1;
  if (falling(low) <= wanted) return low;
  if (falling(high) >= wanted) return high;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (falling(middle) > wanted ? low : high) = middle;
  }
  return (low + high) / 2;
}

template <class Results>
std::optional<StoppedEstimate> stopped_at(const Sprt& test, const Results& results, double games_a_sample) {
  const double llr = test.llr(results);
  const SequentialState state = state_at(llr, test.bounds());
  const bool are_alike = std::ranges::count_if(results.counts, [](auto count) { return count > 0; }) == 1;
  if (state == SequentialState::proceed || are_alike) return std::nullopt;
  const bool is_upper = state == SequentialState::accept_h1;
  const auto seen = shares_of(results.counts);
  const Moments moments = moments_of(seen);
  const double normalized_unit = kLogitsPerElo / 2 * std::sqrt(games_a_sample * moments.variance);
  const auto score_of = [&](double elo) {
    return test.parameters().model == EloModel::logistic ? chance(elo * kLogitsPerElo)
                                                         : 0.5 + elo * normalized_unit;
  };
  const RatioMotion motion(test.bounds(), score_of(test.parameters().elo0), score_of(test.parameters().elo1),
                           moments.variance);
  // The time at which the motion's own plain estimate equals that of the results.
  const double time = motion.time_to_bound(moments.mean, is_upper).value_or(seen.samples);
  const auto chance_of_less = [&](double score) { return motion.chance_of_less(score, is_upper, time); };
  const double middle = score_where(chance_of_less, 0.5),
               low = score_where(chance_of_less, 1 - kTailOfInterval),
               high = score_where(chance_of_less, kTailOfInterval);
  const auto normalized = [&](double score) { return (score - 0.5) / normalized_unit; };
  return StoppedEstimate{{elo_of_score(middle), elo_of_score(low), elo_of_score(high)},
                         {normalized(middle), normalized(low), normalized(high)}};
}

}  // namespace

std::optional<StoppedEstimate> estimate_after_stop(const Sprt& test, const Pentanomial& results) {
  return stopped_at(test, results, 2);
}

std::optional<StoppedEstimate> estimate_after_stop(const Sprt& test, const Trinomial& results) {
  return stopped_at(test, results, 1);
}

Json interval_to_json(const EloInterval& interval) {
  return {{"elo", finite_or_null(interval.elo)},
          {"low", finite_or_null(interval.low)},
          {"high", finite_or_null(interval.high)}};
}

Json estimate_to_json(const MatchEstimate& estimated) {
  return {{"score", estimated.score},
          {"elo", interval_to_json(estimated.elo)},
          {"normalized_elo", interval_to_json(estimated.normalized)},
          {"superiority", estimated.superiority},
          {"all_alike", estimated.error == 0}};
}

Json stopped_to_json(const StoppedEstimate& estimated) {
  return {{"elo", interval_to_json(estimated.elo)},
          {"normalized_elo", interval_to_json(estimated.normalized)}};
}

}  // namespace toptile
