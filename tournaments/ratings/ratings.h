// Ratings in Elo with error bars from the results of games of two to four: a pure function of the results.
// The model, the formulas and their sources are in docs/ratings.md.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "tournaments/ratings/every_look.h"
#include "tournaments/results/ranked_game.h"

namespace toptile {

// A player whose rating is given, to whom the others of the pool are measured.
struct RatingAnchor {
  int player = 0;
  double elo = 0;
};

enum class SeatTerm { estimated, zero };

// What a rating rests on before the first game.
inline constexpr double kPriorTies = 0.5;

struct RatingOptions {
  // The prior: this many virtual ties a player (prior_ties.h). 0: none, the plain maximum of the likelihood;
  // not with games of three and four.
  double prior_ties = kPriorTies;
  SeatTerm first_seat = SeatTerm::estimated;
  std::optional<RatingAnchor> anchor;  // Without one, and in every pool it is not in, the zero is a mean.
  // Players whose mean is the zero of each pool that any of them is in; else it is that of its largest group.
  std::vector<int> zero;
  // Intervals, and what is said of ranks, are to hold at every look.
  std::optional<EveryLook> every_look;
};

enum class Interval {
  // Where the likelihood has fallen as far as chance lets it, at its best for all other parameters.
  profile,
  // Nothing to measure: the anchor, a player alone in a pool, a term not estimated. The errors are 0.
  none
};

// The 95 % interval is elo - error_low … elo + error_high.
struct RatingEstimate {
  double elo = 0;
  double error_low = 0, error_high = 0;  // Elo, finite, not negative.
  Interval interval = Interval::none;
  // How far the likelihood's logarithm has fallen at both ends: about 1.92 where games are independent.
  double fall = 0;
  double sd = 0;  // Elo; by the likelihood's curvature and the spread between clusters.
};

struct PlayerRating : RatingEstimate {
  double points = 0;
  int games = 0;
  int clusters = 0;  // Of games within the pool.
  // Ratings compare within a pool only. With a prior a pool is whoever games connect; without one points must
  // also flow both ways, or else the likelihood would set the pools infinitely far apart. The largest pool is
  // 0; among equals the one with the lowest player comes first.
  int pool = 0;
  // A group within a pool: those between whom the results say much (strong_groups.h), from 0, the strongest
  // first.
  int group = 0;
  bool is_in_zero = false;  // It is among those whose mean is 0, or the anchor.
  // Without a prior: alone in the pool for all its games, as a player who won them all or lost them all. No
  // finite rating fits best; `elo` is that of a pool of one, and the others are rated as if those games had
  // not been.
  bool unbounded = false;
};

// What became of the first seat's advantage.
enum class SeatFit {
  estimated,
  zero,          // By the options.
  unidentified,  // 0: strengths explain the order of play as well, as when one player always moved first.
  unbounded      // 0: without a prior, no finite advantage fits best.
};

// The results that a distance between neighbouring groups rests on.
struct WeakLink {
  int pool = 0;
  int group = 0;               // The upper one; the lower one is the next.
  int meetings = 0;            // Games of one of this group or those above it with one of those below.
  double against_the_run = 0;  // Points that the side with fewer of them took in those.
};

// A fit that answers questions. Players that are asked about are in range.
class RatingFit {
 public:
  virtual ~RatingFit() = default;
  // What `one` is above `other`; Interval::none where they are the same or in two pools.
  virtual RatingEstimate difference(int one, int other) const = 0;
  // The chance, 0 … 1, that `one` is the stronger: by Student's distribution at the signed root of what the
  // likelihood falls until the two are equal. It is 0.025 or 0.975 where the interval of the difference ends
  // at 0, if that is an interval of one look. Not a number where the two are in different pools.
  virtual double superiority(int one, int other) const = 0;
  // Both of these, in less time than one after the other.
  struct Comparison {
    RatingEstimate difference;
    double superiority = 0;
  };
  virtual Comparison compare(int one, int other) const = 0;
  // The chance of results that set the two so far apart, on either side, if they were equals: 0 … 1, in all
  // its digits.
  virtual double chance_of_equals(int one, int other) const = 0;
};

struct Ratings {
  std::vector<PlayerRating> players;
  int pools = 0;
  std::vector<WeakLink> weak_links;  // The pools in their order, the strongest groups first.

  RatingEstimate first_seat;  // Elo that moving first is worth, of games of two.
  SeatFit seat_fit = SeatFit::zero;
  // Of games of three and four: what each seat but the last is worth against the last, in Elo, where that is
  // estimated.
  std::vector<double> seat_elo;

  int clusters = 0;       // Within pools.
  int one_way_games = 0;  // Between pools: they say who is above whom and nothing of how far.
  // How much luck the two games of a pair share, as far as points show it: 0 none, 1 as much as can be. It is
  // below 0 if the two seem to go the same way.
  double sharing = 0;

  std::optional<EveryLook> every_look;  // The options' own.
  std::shared_ptr<const RatingFit> fit;
};

// Indices, ranks, scores and options in range are the caller's promise. Time and memory grow with games and
// with who met whom, where players are many; where everybody meets neighbours alone, with players² as well.
Ratings fit_ratings(int players, std::span<const ScoredGame> games, const RatingOptions& options);
Ratings fit_ratings(int players, std::span<const RankedGame> games, const RatingOptions& options);

}  // namespace toptile
