// The generalized sequential probability ratio test (GSPRT) of a match. H0 is that one side is elo0 stronger
// than the other, and H1 that it is elo1 stronger. Apart from that, the results of a pair may have any
// distribution. The derivation, and how well the error rates hold, are in docs/sprt_method.md.
#pragma once

#include "base/result.h"
#include "ratings/matches/pentanomial.h"
#include "ratings/matches/sequential.h"

namespace toptile {

enum class EloModel {
  logistic,   // Elo as in ratings, from the score alone.
  normalized  // Score above ½ in standard deviations of a game, in units of 800 / ln 10.
};

struct SprtParameters {
  EloModel model = EloModel::logistic;
  // Differences in Elo of the model, elo0 < elo1: from -1000 to 1000 (logistic) or from -300 to 300
  // (normalized).
  double elo0 = 0, elo1 = 10;
  ErrorRates rates;
};

class Sprt {
 public:
  // An error if the parameters are out of range.
  static Result<Sprt> make(const SprtParameters& parameters);

  const SprtParameters& parameters() const { return parameters_; }
  LlrBounds bounds() const { return wald_bounds(parameters_.rates); }

  // The natural logarithm of the likelihood ratio of H1 to H0, each at its likeliest distribution; 0 without
  // results. An outcome that never occurred counts as kUnseenOutcome, since otherwise a hypothesis might have
  // no distribution at all. The rounding error is below 1e-6 at a million pairs.
  double llr(const Pentanomial& results) const;
  double llr(const Trinomial& results) const;

  SequentialState state(const Pentanomial& results) const { return state_at(llr(results), bounds()); }
  SequentialState state(const Trinomial& results) const { return state_at(llr(results), bounds()); }

 private:
  explicit Sprt(const SprtParameters& parameters) : parameters_(parameters) {}

  SprtParameters parameters_;
};

}  // namespace toptile
