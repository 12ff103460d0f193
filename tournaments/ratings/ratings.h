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

// A player whose rating is given. The others of its pool are measured from it.
struct RatingAnchor {
  int player = 0;
  double elo = 0;
};

enum class SeatTerm { estimated, zero };

// The virtual ties that each player has unless the options say otherwise.
inline constexpr double kPriorTies = 0.5;

struct RatingOptions {
  // The prior: this many virtual ties for each player (prior_ties.h). 0 means no prior, and gives the plain
  // maximum of the likelihood. It is not allowed with games of three and four.
  double prior_ties = kPriorTies;
  SeatTerm first_seat = SeatTerm::estimated;
  std::optional<RatingAnchor> anchor;  // The zero is a mean in every pool that the anchor is not in.
  // Players whose mean is the zero of each pool that any of them is in. The zero of other pools is the mean
  // of their largest groups.
  std::vector<int> zero;
  // If this is given, intervals and ranks hold at every look.
  std::optional<EveryLook> every_look;
};

enum class Interval {
  // The interval ends where the likelihood, at its best for all other parameters, has fallen as far as chance
  // explains.
  profile,
  // There is nothing to measure: the anchor, a player alone in a pool, or a term that is not estimated. The
  // errors are 0.
  none
};

// The 95 % interval is elo - error_low … elo + error_high.
struct RatingEstimate {
  double elo = 0;
  double error_low = 0, error_high = 0;  // Elo, finite, not negative.
  Interval interval = Interval::none;
  // How far the likelihood's logarithm has fallen at both ends: about 1.92 if games are independent.
  double fall = 0;
  // The standard deviation in Elo, from the likelihood's curvature and the spread between clusters.
  double sd = 0;
};

struct PlayerRating : RatingEstimate {
  double points = 0;
  int games = 0;
  int clusters = 0;  // The clusters of its games within the pool.
  // Ratings can be compared only within a pool. With a prior, a pool is a set of players whom games connect.
  // Without one, points must also flow both ways between them, or else the likelihood would set the pools
  // infinitely far apart. Pool 0 is the largest one; among pools of the same size, the one with the lowest
  // player comes first.
  int pool = 0;
  // The number of its group within the pool, from 0, the strongest first. The results say much about the
  // distances within a group (strong_groups.h).
  int group = 0;
  bool is_in_zero = false;  // Whether it is the anchor, or among those whose mean is 0.
  // Whether it is alone in its pool for all its games. This happens without a prior, for example if a player
  // won or lost all of them. No finite rating fits best; `elo` is that of a pool of one, and the others are
  // rated as if those games had not been played.
  bool unbounded = false;
};

// How the first seat's advantage was fitted.
enum class SeatFit {
  estimated,
  zero,  // The options say that it is 0.
  // It is 0, as strengths explain the results as well, for example if one player always moved first.
  unidentified,
  unbounded  // It is 0, as no finite advantage fits best without a prior.
};

// The results that a distance between neighbouring groups rests on.
struct WeakLink {
  int pool = 0;
  int group = 0;  // The upper group; the lower one is the next group.
  // The games between a player of this group or one above it and a player of a group below.
  int meetings = 0;
  double against_the_run = 0;  // The points of the side that took fewer of them in these games.
};

// A fit that answers questions about players, whose numbers must be in range.
class RatingFit {
 public:
  virtual ~RatingFit() = default;
  // How far `one` is above `other`; Interval::none if they are the same or in two pools.
  virtual RatingEstimate difference(int one, int other) const = 0;
  // The chance, 0 … 1, that `one` is the stronger one: Student's distribution at the signed root of how far
  // the likelihood falls until the two are equal. It is 0.025 or 0.975 exactly when the interval of the
  // difference ends at 0, if that is an interval of one look. Not a number if the two are in different pools.
  virtual double superiority(int one, int other) const = 0;
  // The difference and the superiority, in less time than one after the other.
  struct Comparison {
    RatingEstimate difference;
    double superiority = 0;
  };
  virtual Comparison compare(int one, int other) const = 0;
  // The chance, 0 … 1, that results set two equals at least as far apart, on either side. It is not rounded
  // off near 0.
  virtual double chance_of_equals(int one, int other) const = 0;
};

struct Ratings {
  std::vector<PlayerRating> players;
  int pools = 0;
  std::vector<WeakLink> weak_links;  // They are sorted by pool, and in each the strongest groups come first.

  RatingEstimate first_seat;  // The Elo that moving first is worth in games of two.
  SeatFit seat_fit = SeatFit::zero;
  // The Elo that each seat but the last is worth against the last, in games of three and four. Empty if that
  // is not estimated.
  std::vector<double> seat_elo;

  int clusters = 0;       // Clusters of games within pools.
  int one_way_games = 0;  // Games between pools; they say who is above whom, but not how far.
  // How much luck the two games of a pair share, as far as points show it: 0 means none, and 1 as much as
  // possible. It is below 0 if the two games seem to go to the same side.
  double sharing = 0;

  std::optional<EveryLook> every_look;  // The value from the options.
  std::shared_ptr<const RatingFit> fit;
};

// Indices, ranks, scores and options must be in range. If there are many players, time and memory grow with
// the games and with the pairs who met. If everybody meets only neighbours, they grow with players² as well.
Ratings fit_ratings(int players, std::span<const ScoredGame> games, const RatingOptions& options);
Ratings fit_ratings(int players, std::span<const RankedGame> games, const RatingOptions& options);

}  // namespace toptile
