// The results of one side against another, counted by pairs of games on one seed with swapped seats, or by
// single games. They give score, Elo and normalized Elo, each with its error. The formulas and their sources
// are in docs/sprt_method.md.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>

namespace toptile {

// The two games of a pair share their luck, so that pairs are independent of each other, but single games are
// not.
struct Pentanomial {
  // The pairs by the score of one side: 0 (LL), ½ (LT), 1 (WL or TT), 1½ (WT), 2 (WW).
  std::array<std::uint64_t, 5> counts{};
  std::uint64_t two_ties = 0;  // The pairs TT, which counts[2] includes.

  // Adds a pair, given the side's scores in its two games in either order. Each must be 0, 0.5 or 1.
  void add(double one, double other);
  std::uint64_t pairs() const;
  // The same pairs from the other side's point of view.
  Pentanomial swapped() const;

  bool operator==(const Pentanomial&) const = default;
};

// Counts of games that share no luck.
struct Trinomial {
  std::array<std::uint64_t, 3> counts{};  // Games lost, tied, won.

  void add(double score);  // The score must be 0, 0.5 or 1.
  std::uint64_t games() const;
  Trinomial swapped() const;

  bool operator==(const Trinomial&) const = default;
};

// A rating difference and the ends of its 95% interval. low <= elo <= high; each may be infinite.
struct EloInterval {
  double elo = 0, low = 0, high = 0;
};

// Samples are pairs or games, whichever was counted.
struct MatchEstimate {
  double score = 0.5;  // The share of the points, 0 … 1; 0.5 if there are no samples.
  // The standard error of the score, from the variance between samples; 0 if it is unknown because all
  // samples came out alike, or there are none.
  double error = 0;

  // The difference in Elo at which this score is expected. Its ends follow from those of the score's
  // interval, and are infinite if that reaches beyond 0 or 1. The score's interval is score ± t · error,
  // where t is Student's quantile (1.96 for many samples). If all samples came out alike, it is the interval
  // of the difference that ratings give two players with these results (RatingFit::difference) and the
  // default prior. It is open on the side of the winner of all games. The advantage of the first seat is
  // taken as 0 unless one side won all games.
  EloInterval elo;

  // (score - ½) in standard deviations of a game, times 800 / ln 10. It determines how many games are needed
  // to show the difference. If all samples came out alike, it is infinite, or 0 at a score of ½, and both
  // ends of the interval are infinite.
  EloInterval normalized;

  // The likelihood of superiority, the chance that the side is the stronger one:
  // ½ erfc(-(score - ½) / √2 error). If all samples came out alike, it is that of these ratings
  // (RatingFit::superiority).
  double superiority = 0.5;
};

MatchEstimate estimate(const Pentanomial& results);
MatchEstimate estimate(const Trinomial& results);

// The variance of a pair's score, divided by the variance if the same games were paired at random. The number
// of games needed changes by this factor: 1 means that pairing saved nothing, and 0.7 that it saved 30%. It
// is above 1 if the two games of a pair tend to go to the same side, and not a number if all games came out
// alike.
double pairing_ratio(const Pentanomial& results);
// The same for several pairings of different strengths: the sum of the variances of their pairs, divided by
// the sum of the variances with random pairs.
double pairing_ratio(std::span<const Pentanomial> pairings);

// An outcome that never occurred counts as if it had occurred this many times. Otherwise a hypothesis might
// have no distribution at all.
inline constexpr double kUnseenOutcome = 0.001;

template <std::size_t N>
struct OutcomeShares {
  std::array<double, N> shares{};  // All above 0, with the sum 1.
  double samples = 0;              // The number of samples, including what unseen outcomes count.
};

template <std::size_t N>
OutcomeShares<N> shares_of(const std::array<std::uint64_t, N>& counts) {
  OutcomeShares<N> result;
  std::ranges::transform(counts, result.shares.begin(),
                         [](auto count) { return count == 0 ? kUnseenOutcome : static_cast<double>(count); });
  result.samples = std::accumulate(result.shares.begin(), result.shares.end(), 0.0);
  for (double& share : result.shares) share /= result.samples;
  return result;
}

}  // namespace toptile
