// Ratings in Elo with error bars, as a pure function of the results of games of two to four. The model, the
// formulas and their sources are in docs/ratings_method.md.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ratings/fit/confidence.h"
#include "ratings/results/ranked_game.h"

namespace toptile {

// A player whose rating is given. The other players of its pool are measured from it and the pool's other
// anchors.
struct RatingAnchor {
  int player = 0;
  double elo = 0;
};

// How given ratings are used. It makes no difference in a pool with one anchor.
enum class Anchoring {
  fixed,    // Each anchor has exactly its given rating, in the fit and in all intervals.
  measured  // Anchors are rated like all others. The mean of their ratings is the mean of the given ones.
};

// The maximum distance between fixed anchors, in Elo. Results cannot show larger distances.
inline constexpr double kMaxAnchorDistance = 5000;

enum class SeatTerm { estimated, zero };

// The default number of virtual ties for each player.
inline constexpr double kPriorTies = 0.5;

struct RatingOptions {
  // The prior: this many virtual ties for each player (PriorTies in rating_model.h). 0 means no prior, which
  // gives the plain maximum of the likelihood and is not allowed with games of three and four.
  double prior_ties = kPriorTies;
  SeatTerm first_seat = SeatTerm::estimated;
  std::vector<RatingAnchor>
      anchors;  // Each player at most once. In pools without an anchor, the zero is a mean.
  Anchoring anchoring = Anchoring::fixed;
  // In each pool with any of these players, the zero is the mean of those, without players that results do
  // not tie to most of them on both sides. In other pools it is the mean of the largest group.
  std::vector<int> zero;
  // If set, intervals and ranks are anytime-valid.
  std::optional<EveryLook> every_look;
  // The players whose intervals are computed with the fit, each at most once. Those of all others can be
  // asked for later (RatingFit::rating). nullopt: those of all players.
  std::optional<std::vector<int>> shown = {};
  int threads = 1;  // As many threads compute these intervals at the same time. They change no result.
};

enum class Interval {
  // The interval ends where the likelihood, maximised over all other parameters, has fallen as far as chance
  // explains.
  profile,
  // There is nothing to measure: a fixed anchor, a player alone in a pool, or a term that is not estimated.
  // The errors are 0.
  none,
  // It was not asked for (RatingOptions::shown). The errors are 0.
  not_computed
};

// The 95% interval is elo - error_low … elo + error_high.
struct RatingEstimate {
  double elo = 0;
  // In Elo, not negative. An error is infinite if the interval has no end on that side, because no result
  // limits it there: the player, alone or with others, lost or won all games against those that it is
  // measured from, directly and through others. Both are infinite if no result limits either side. The prior
  // alone keeps `elo` finite then. Where one side is open, the other end is that of an exact test: games that
  // all have the same winner would have a chance of 2.5 % there.
  double error_low = 0, error_high = 0;
  Interval interval = Interval::none;
  // How far the log-likelihood, with the prior, has fallen at the ends: about 1.92 if games are independent
  // and the interval has two ends.
  double fall = 0;
  // The standard deviation in Elo, from the likelihood's curvature and the spread between clusters, and the
  // degrees of freedom of that spread.
  double sd = 0, degrees = 0;
};

struct PlayerRating : RatingEstimate {
  double points = 0;
  int games = 0;
  int clusters = 0;  // The number of clusters of its games within the pool.
  // Ratings can be compared only within a pool. With a prior, a pool is a set of players whom games connect.
  // Without one, points must also flow both ways between them; otherwise the likelihood would set them
  // infinitely far apart. Pool 0 is the largest; among pools of the same size, the one with the lowest player
  // number comes first.
  int pool = 0;
  // The number of its group within the pool, from 0, the strongest first. The results determine the distances
  // within a group well (strong_groups.h).
  int group = 0;
  bool is_in_zero = false;      // Whether it is an anchor, or one of the players whose mean is 0.
  std::optional<double> given;  // The given rating of an anchor, in Elo.
  bool is_held = false;  // Whether the given rating is fixed. Distances between such players are given.
  // Whether it is alone in its pool although it has played. This happens without a prior, for example if a
  // player won or lost all its games. No finite rating fits best; `elo` is that of a pool of one, and the
  // others are rated as if those games had not been played.
  bool unbounded = false;
};

// How the first seat's advantage was fitted.
enum class SeatFit {
  estimated,
  zero,  // The options say that it is 0.
  // It is 0, as strengths explain the results equally well, for example if one player always moved first.
  unidentified,
  unbounded  // It is 0, as no finite advantage fits best without a prior.
};

// The results that a distance between neighbouring groups rests on.
struct WeakLink {
  int pool = 0;
  int group = 0;  // The upper group; the lower one is the next.
  // The games between a player of this group or one above it and a player of a group below.
  int meetings = 0;
  double against_the_run = 0;  // The points of the side that took fewer points in these games.
};

// A fit that answers questions about players, whose numbers must be in range. Any number of threads may ask.
class RatingFit {
 public:
  virtual ~RatingFit() = default;
  // The player's rating with its interval, even if that was not computed with the fit.
  virtual RatingEstimate rating(int player) const = 0;
  // How far `one` is above `other`; Interval::none if they are the same or in two pools.
  virtual RatingEstimate difference(int one, int other) const = 0;
  // The chance, 0 … 1, that `one` is the stronger one: Student's distribution at the signed root of how far
  // the likelihood falls until the two are equal. It is 0.025 or 0.975 exactly when the interval of the
  // difference ends at 0, unless that is anytime-valid or has only one end. Not a number if the two are in
  // different pools.
  virtual double superiority(int one, int other) const = 0;
  // The difference and the superiority, faster than by two calls.
  struct Comparison {
    RatingEstimate difference;
    double superiority = 0;
  };
  virtual Comparison compare(int one, int other) const = 0;
  // The chance, 0 … 1, that results set two equals at least as far apart, on either side; accurate near 0. At
  // any look, if intervals are anytime-valid. For two players with fixed ratings it is 0, or 1 if they are
  // equal.
  virtual double chance_of_equals(int one, int other) const = 0;
  // The chance, 0 … 1, that results set a player of this rating at least as far from it as the player is, on
  // either side. It is 0.05 exactly when the player's interval ends at this rating. 1 if the player has no
  // interval.
  virtual double chance_of_rating(int player, double elo) const = 0;
};

// Whether the results of a pool agree with the given ratings of its measured anchors.
struct AnchorCheck {
  int pool = 0;
  int farthest = 0;  // The anchor whose fitted rating is least likely.
  // An upper bound on the chance that any anchor is so far from its given rating: the chance of the farthest
  // one times the number of anchors (Bonferroni). Two anchors are mirror images, and count as one.
  double chance = 1;
  bool contradicts() const { return chance < 0.05; }
};

struct Ratings {
  std::vector<PlayerRating> players;
  int pools = 0;
  std::vector<AnchorCheck> anchor_checks;  // One for each pool of two measured anchors or more, by pool.
  std::vector<WeakLink> weak_links;        // Sorted by pool, and in each pool by group, the strongest first.

  RatingEstimate first_seat;  // The Elo that moving first is worth in games of two.
  SeatFit seat_fit = SeatFit::zero;
  // The Elo that each seat but the last is worth against the last, in games of three and four. Empty if that
  // is not estimated.
  std::vector<double> seat_elo;

  int clusters = 0;       // The number of clusters of games within pools.
  int one_way_games = 0;  // Games between pools; they show which player is above which, but not how far.
  // How much luck the two games of a pair share, as estimated from points: 0 means none, and 1 as much as
  // possible. It is below 0 if the two games seem to go to the same side.
  double sharing = 0;

  std::optional<EveryLook> every_look;  // The value from the options.
  std::shared_ptr<const RatingFit> fit;
};

// Indices, ranks, scores and options must be in range, and all fixed anchors within kMaxAnchorDistance of
// each other. With many players, time and memory grow with the games and with the pairs who met. If all
// players meet only neighbours, they also grow with players².
Ratings fit_ratings(int players, std::span<const ScoredGame> games, const RatingOptions& options);
Ratings fit_ratings(int players, std::span<const RankedGame> games, const RatingOptions& options);

}  // namespace toptile
