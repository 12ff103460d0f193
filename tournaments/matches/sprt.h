// The generalized sequential probability ratio test (GSPRT) of a match: H0, one side is elo0 stronger than
// the other, against H1, it is elo1 stronger, whatever the distribution of a pair's results otherwise is. The
// derivation, and how well the error rates hold, are in docs/sprt.md.
#pragma once

#include "engine/result.h"
#include "tournaments/matches/pentanomial.h"
#include "tournaments/matches/sequential.h"

namespace toptile {

enum class EloModel {
  logistic,   // Elo as ratings have it, from the score alone.
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
  // One sentence if the parameters are out of their range.
  static Result<Sprt> make(const SprtParameters& parameters);

  const SprtParameters& parameters() const { return parameters_; }
  LlrBounds bounds() const { return wald_bounds(parameters_.rates); }

  // The log-likelihood ratio of H1 to H0, natural logarithm, each at its likeliest distribution: 0 without
  // results. An outcome never seen counts as 0.001 times seen, without which a hypothesis may have no
  // distribution at all. Rounding leaves an error below 1e-6 at a million pairs.
  double llr(const Pentanomial& results) const;
  double llr(const Trinomial& results) const;

  SequentialState state(const Pentanomial& results) const { return state_at(llr(results), bounds()); }
  SequentialState state(const Trinomial& results) const { return state_at(llr(results), bounds()); }

 private:
  explicit Sprt(const SprtParameters& parameters) : parameters_(parameters) {}

  SprtParameters parameters_;
};

}  // namespace toptile
