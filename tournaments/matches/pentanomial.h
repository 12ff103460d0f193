// The results of one side against another, counted by pairs of games on one seed with swapped seats, or by
// single games, and what they say of the two: score, Elo, normalized Elo, each with its error. The formulas
// and their sources are in docs/sprt.md.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace toptile {

// The two games of a pair share their luck, so that the pair and not the game is what is independent.
struct Pentanomial {
  // Pairs by what one side scored in them: 0 (LL), ½ (LT), 1 (WL or TT), 1½ (WT), 2 (WW).
  std::array<std::uint64_t, 5> counts{};
  std::uint64_t two_ties = 0;  // Of counts[2]: the pairs TT.

  // The side's scores in a pair's two games, in either order: 0, 0.5 or 1, which is the caller's promise.
  void add(double one, double other);
  std::uint64_t pairs() const;
  // The same pairs as the other side counts them.
  Pentanomial swapped() const;

  bool operator==(const Pentanomial&) const = default;
};

// Games that share no luck.
struct Trinomial {
  std::array<std::uint64_t, 3> counts{};  // Games lost, tied, won.

  void add(double score);  // 0, 0.5 or 1.
  std::uint64_t games() const;
  Trinomial swapped() const;

  bool operator==(const Trinomial&) const = default;
};

// A rating difference and the ends of its 95 % interval. low <= elo <= high; each may be infinite.
struct EloInterval {
  double elo = 0, low = 0, high = 0;
};

// Samples are pairs or games, whichever was counted.
struct MatchEstimate {
  double score = 0.5;  // Share of the points, 0 … 1; 0.5 where there is no sample.
  // The standard error of the score, from the variance between samples. 0 where all came out alike, or there
  // are none, which then means that it is not known.
  double error = 0;

  // The difference that expects this score. Each end is that of the score's interval, infinite where the
  // interval reaches beyond 0 or 1. The interval is score ± t · error, t Student's quantile (1.96 for many
  // samples); where all n samples came out alike, it is where the score may lie if another outcome has a
  // chance of up to 1 - 0.025^(1/n) (Clopper and Pearson).
  EloInterval elo;

  // (score - ½) in standard deviations of a game, times 800 / ln 10: it says how many games show the
  // difference. Where all samples came out alike: infinite, or 0 at a score of ½, and the interval is
  // everything.
  EloInterval normalized;

  // The likelihood of superiority, the chance that the side is the stronger: ½ erfc(-(score - ½) / √2 error).
  // Where all n samples came out alike, a half is left for each of them: 1 - 2^-(n+1) above ½.
  double superiority = 0.5;
};

MatchEstimate estimate(const Pentanomial& results);
MatchEstimate estimate(const Trinomial& results);

// The variance of a pair's score as a share of what it would be had the same results of games been paired at
// random: so many times the games are needed, 1 where pairing saved nothing, 0.7 where it saved 30 %. Above 1
// where the two games of a pair tend to go to the same side. Not a number where all games came out alike.
double pairing_ratio(const Pentanomial& results);
// The same over several pairings, whose strengths differ: the sum of their pairs' variances by the sum of
// what those would be.
double pairing_ratio(std::span<const Pentanomial> pairings);

}  // namespace toptile
