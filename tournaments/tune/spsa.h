// Tunes numbers by games alone: simultaneous perturbation stochastic approximation (Spall 1992, "Multivariate
// stochastic approximation using a simultaneous perturbation gradient approximation"; 1998, "Implementation
// of the simultaneous perturbation algorithm"). All numbers are moved at once, each by its step up or down at
// random, and the two sides play each other. The winner pulls all numbers its way.
//
// With k pairs played of N in all, A = N / 10, and an option's last step c_N:
//   step   c_k = c_N (N / k)^0.101
//   rate   R_k = r_N c_N² ((A + N) / (A + k))^0.602 / c_k²
//   pull   theta += R_k c_k flip (points of plus - points of minus)
// The exponents are Spall's, the rate in units of the step is that of Kiiski's tuner for chess.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json_fields.h"
#include "base/result.h"

namespace toptile {

struct TunedOption {
  std::string name;
  double start = 0, least = 0, most = 0;
  double last_step = 0;   // The step after the last pair, above 0; earlier steps are greater.
  bool is_whole = false;  // The bot accepts integers only.

  friend bool operator==(const TunedOption&, const TunedOption&) = default;
};

struct SpsaTerms {
  std::vector<TunedOption> options = {};
  int pairs = 1000;      // The total of pairs of games, 1 … kMaxTuningPairs.
  int batch = 4;         // Pairs with the same two sides.
  double last_rate = 0;  // The rate r_N after the last pair, above 0.
  std::uint64_t seed = 0;

  friend bool operator==(const SpsaTerms&, const SpsaTerms&) = default;
};

inline constexpr int kMaxTuningPairs = 10'000'000;

// The rate with which the noise of all pairs moves an option by about half of its last step: 0.4 / sqrt(N).
// For the 30,000 pairs that chess engines take, it is the 0.002 that they use.
double usual_rate(int pairs);

// Fails if a number is out of its range, such as a start beyond the limits.
Result<void> check_terms(const SpsaTerms& terms);

// The values of both sides' options, in the order of the terms.
struct TwoSides {
  std::vector<double> plus = {}, minus = {};
  int pairs = 0;  // How many pairs they play.
};

// The state after some batches. It follows from the terms and the scores alone.
class Spsa {
 public:
  explicit Spsa(SpsaTerms terms);

  const SpsaTerms& terms() const { return terms_; }
  const std::vector<double>& values() const { return values_; }  // In the order of the options.
  int pairs_played() const { return played_; }
  bool is_over() const { return played_ >= terms_.pairs; }
  // The option's step now.
  double step_of(std::size_t option) const;
  // The sides of the next batch. A side's values are within the limits, and integers where they must be: a
  // value between two integers becomes one of them at random, so that its mean is right.
  TwoSides next() const;
  // Takes the score of the batch: the points of plus less those of minus, where a win is 1 and a tie 1/2.
  void take(double score);

 private:
  std::vector<int> flips() const;
  double rate_of(std::size_t option) const;

  SpsaTerms terms_;
  std::vector<double> values_;
  int played_ = 0;
};

Json spsa_terms_to_json(const SpsaTerms& terms);
Result<SpsaTerms> spsa_terms_from_json(const Json& object, const JsonPlace& where);

// The value as it is sent to a bot and shown to people: 16, or 0.125.
std::string option_text(const TunedOption& option, double value);

}  // namespace toptile
